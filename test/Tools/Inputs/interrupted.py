"""Whatever stops tf-opt, an output file is whole or absent, and nothing else is left.

  interrupted.py TF_OPT PROGRAM
"""
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

FORMS = ("json", "table", "html", "csv")


def command(tool, program, folder):
    return [tool, program, "-o", f"{folder}/ir"] + [
        f"--tf-analyze=emit={form} output={folder}/{form}" for form in FORMS]


def contents(folder):
    return {p.name: p.read_bytes() for p in pathlib.Path(folder).iterdir()}


def expect(condition, what):
    if not condition:
        sys.exit(what)


def interrupt(tool, program, whole, number, delay):
    """A signal that arrives `delay` seconds into the run."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(command(tool, program, folder),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(delay)
        process.send_signal(number)
        output, _ = process.communicate()
        left = contents(folder)
        expect(not output, f"{number.name}: something on standard output")
        # A signal that another thread takes removes the temporary file first: the
        # run may then end as one that could not write.
        expect(process.returncode in (0, 1, -number, 128 + number),
               f"{number.name} after {delay} s: exit code {process.returncode}")
        for name, text in left.items():
            expect(whole.get(name) == text,
                   f"{number.name} after {delay} s leaves a partial '{name}'")
        return process.returncode != 0


def limit():
    """A disk that is full after 512 bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))


def refused(tool, arguments, folder, reason="", **more):
    done = subprocess.run([tool] + arguments, capture_output=True, text=True, **more)
    expect(done.returncode == 1, f"{arguments[1:]}: exit code {done.returncode}")
    expect("error: " in done.stderr and reason in done.stderr,
           f"{arguments[1:]}: no error: {done.stderr}")
    expect(not contents(folder), f"{arguments[1:]}: left {list(contents(folder))}")


def check_full_device(tool, program):
    """Through a link, so that a tool which replaced it would harm nothing else."""
    if not pathlib.Path("/dev/full").is_char_device():
        return
    with tempfile.TemporaryDirectory() as links, \
            tempfile.TemporaryDirectory() as folder:
        full = pathlib.Path(links, "full")
        full.symlink_to("/dev/full")
        refused(tool, [program, "-o", str(full)], folder)
        refused(tool, [program, f"--tf-analyze=output={full}"], folder)
        expect(full.is_symlink(), "the link to a device was replaced")
        with open(full, "w", encoding="utf-8") as output:
            done = subprocess.run([tool, program], stdout=output,
                                  stderr=subprocess.PIPE, text=True)
        expect(done.returncode == 1, f"a full disk: exit code {done.returncode}")


def main():
    tool, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        subprocess.run(command(tool, program, folder), check=True)
        took, whole = time.monotonic() - started, contents(folder)
    interrupted = 0
    for i in range(20):
        number = signal.SIGTERM if i % 2 else signal.SIGINT
        interrupted += interrupt(tool, program, whole, number, took * i / 20)
    expect(interrupted, "no run was interrupted")
    with tempfile.TemporaryDirectory() as folder:
        json = f"--tf-analyze=emit=json output={folder}/json"
        ir = ["-o", f"{folder}/ir"]
        refused(tool, [program, json + " level=nowhere"] + ir, folder)
        refused(tool, [program, "--tf-inline-view=function=nowhere"] + ir, folder)
        for arguments in ([json], ["--tf-inline-view"] + ir):
            refused(tool, [program] + arguments, folder, "File too large",
                    preexec_fn=limit)
        refused(tool, [program, f"--tf-analyze=output={folder}/no/such/folder"], folder)
        refused(tool, [program, "-o", f"{folder}/no/such/folder"], folder)
    check_full_device(tool, program)
    print("every file is whole or absent")


if __name__ == "__main__":
    main()
