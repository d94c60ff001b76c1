#!/usr/bin/env python3
"""Runs a command with a terminal as its standard error and prints what stood there.

The command is held up for more than a second early on, so that it counts as long work.
"""
import os
import pty
import signal
import subprocess
import sys
import time

ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=theirs)
os.close(theirs)
time.sleep(0.15)
process.send_signal(signal.SIGSTOP)
time.sleep(1.2)
process.send_signal(signal.SIGCONT)
text = b""
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:     # the other end is closed
        break
    if not part:
        break
    text += part
process.wait()
print(text.decode().replace("\r\n", "\n"), end="")
sys.exit(process.returncode)
