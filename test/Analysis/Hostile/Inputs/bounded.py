"""Runs tf-opt on hostile programs: each ends in an answer or in errors that name a place,
within 10 seconds of processor time and 2 GiB.

  bounded.py TF_OPT [KIND...]
"""
import pathlib
import resource
import subprocess
import sys
import tempfile

SECONDS, BYTES = 10, 2 * 2**30
OPTIONS = {
    "many_variants": ["dims=n=1:10:4001 emit=json"],
    "many_dimensions": ["dims=" + ",".join(f"n{i}=5" for i in range(2000))],
    "big_expression": ["dims=n=1", "dims=n=2", "dims=n=5"],
    "huge_dimension": [f"dims=n={2**62}", "dims=n=1", f"dims=n=1:{2**50}:{2**62} emit=json"],
}
FAMILIES = "analysis=compute-cost,memory,roofline"
TIMED = "analysis=performance,memory emit=json"


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(tool, path, options):
    families = TIMED if path.stem.endswith("_timed") else FAMILIES
    done = subprocess.run(
        [tool, path, "--mlir-disable-threading", f"--tf-analyze={families} {options}"],
        capture_output=True, text=True, preexec_fn=limit)
    if done.returncode == 0:
        return "answer", "" if done.stdout else "nothing printed"
    errors = [l for l in done.stderr.splitlines() if "error: " in l]
    if done.returncode != 1:
        return "died", f"exit code {done.returncode}: {done.stderr[-300:]}"
    if done.stdout or not errors:
        return "refusal", "without an error" if not errors else "with output"
    return "refusal: " + errors[0].split("error: ", 1)[1][:160], ""


def main():
    tool, *kinds = sys.argv[1:]
    hostile = pathlib.Path(__file__).with_name("hostile.py")
    listed = subprocess.run([sys.executable, hostile, "--list"], check=True,
                            capture_output=True, text=True).stdout
    kinds = kinds or listed.splitlines()
    problems = answers = refusals = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            path = pathlib.Path(folder, kind + ".mlir")
            with open(path, "w", encoding="utf-8") as file:
                subprocess.run([sys.executable, hostile, kind], check=True, stdout=file)
            for options in OPTIONS.get(kind, [""]):
                outcome, problem = run(tool, path, options)
                print(f"{kind} {options}"[:60].strip() + f": {problem or outcome}")
                problems += bool(problem)
                answers += outcome == "answer"
                refusals += outcome.startswith("refusal")
            path.unlink()
    print(f"{answers} answers, {refusals} refusals, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
