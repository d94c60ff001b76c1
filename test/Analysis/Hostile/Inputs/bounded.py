"""Runs tf-opt on hostile programs: each ends in the answer or the refusal that is stated for
it here, within 10 seconds of processor time and 2 GiB.

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
ANSWER = ""
WORK = "the work of the op does not fit in 64 bits"
TOTAL = "the work of the function does not fit in 64 bits"
TRIPS = "the trips of the enclosing loops do not fit in 64 bits"
VALUE = "exceeds 64 bits"
POSITIONS = "a layout has at most 512 positions"
SHAPE = "a shape of more than 10000 extents"
EXPRESSION = "its parameters do not hold at the stated extents"

# What each program ends in, in the order of its options: an answer, or a refusal that says
# this.
OUTCOMES = {
    "huge_elementwise": [VALUE],
    "huge_rank": [WORK],
    "huge_matmul": [WORK],
    "huge_product": [WORK],
    "huge_convolution": ["'hir.conv2d' op 'padding' must be in [0, 2^31]"],
    "huge_dilation": ["'hir.conv2d' op 'dilation' must be in [1, 2^31]"],
    "huge_trips": [TOTAL],
    "huge_trips_nested": [TRIPS],
    "huge_bounds": ["'hir.grid_region' op has no static trip count"],
    "huge_windows": [TOTAL],
    "huge_diagonal": [TOTAL],
    "huge_stride": ["the bytes of 's' do not fit in 64 bits"],
    "huge_level": [WORK],
    "huge_mesh_scattered": ["reaches positions outside 64 bits"],
    "huge_split": [VALUE],
    "huge_dimension": [VALUE, ANSWER, "bytes of gmem, which holds 141000000000"],
    "huge_rows": ["the bytes of 's' do not fit in 64 bits"],
    "deep_loops": [TRIPS],
    "deep_independent_loops": [ANSWER],
    "deep_scopes": ["target 'cuda' has no topology level 'l0'"],
    "deep_calls": ["at most 500 calls may be open at once"],
    "deep_modules": [ANSWER],
    "deep_views": [ANSWER],
    "deep_addresses": ["a coordinate leaves the 64-bit range"],
    "deep_sums": [ANSWER],
    "deep_divisions": [ANSWER],
    "deep_updates": [ANSWER],
    "deep_carried": [ANSWER],
    "million_constant": [ANSWER],
    "million_array": [ANSWER],
    "million_constraint": [ANSWER],
    "million_names": [ANSWER],
    "million_levels": ["target 'cuda' has no topology level 'l0'"],
    "million_axes": [POSITIONS],
    "million_broadcasts": [POSITIONS],
    "million_positions": [POSITIONS],
    "million_plain_layout": [POSITIONS],
    "million_ranks": [SHAPE],
    "wide_permutation": [SHAPE],
    "wide_reduction": [SHAPE],
    "wide_reshape": [SHAPE],
    "wide_slice": ["has rank 9000; a tensor has at most 512 axes"],
    "wide_concat": [ANSWER],
    "wide_split": [ANSWER],
    "wide_arguments": [ANSWER],
    "wide_results": [ANSWER],
    "wide_loop": [ANSWER],
    "long_chain": [ANSWER],
    "many_lifetimes": [ANSWER],
    "many_loops": [ANSWER],
    "many_variants": [ANSWER],
    "many_dimensions": [ANSWER],
    "big_expression": [ANSWER, EXPRESSION, EXPRESSION],
    "long_name": [ANSWER],
    "huge_for": [TOTAL],
    "huge_for_step": [ANSWER],
    "deep_for": [ANSWER],
    "deep_affine": [ANSWER],
    "huge_linalg": [WORK],
    "wide_linalg": ["cannot count what 'linalg.generic' moves"],
    "long_payload": [ANSWER],
    "huge_pad": [VALUE],
    "huge_collapse": ["the bytes of 'x' do not fit in 64 bits"],
    "huge_elementwise_timed": [VALUE],
    "huge_matmul_timed": [WORK],
    "huge_trips_timed": ["do not fit in 64 bits"],
    "huge_trips_nested_timed": [TRIPS],
    "huge_windows_timed": ["do not fit in 64 bits"],
    "deep_loops_timed": [TRIPS],
    "deep_views_timed": [ANSWER],
    "deep_carried_timed": [ANSWER],
    "long_chain_timed": [ANSWER],
    "many_lifetimes_timed": [ANSWER],
    "many_loops_timed": [ANSWER],
    "wide_concat_timed": [ANSWER],
}
FAMILIES = "analysis=compute-cost,memory,roofline"
TIMED = "analysis=performance,memory emit=json"


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(tool, path, options, expected):
    """What the run ends in, and what is wrong with that."""
    families = TIMED if path.stem.endswith("_timed") else FAMILIES
    done = subprocess.run(
        [tool, path, "--mlir-disable-threading", f"--tf-analyze={families} {options}"],
        capture_output=True, text=True, preexec_fn=limit)
    if done.returncode == 0:
        if expected:
            return "answer", f"an answer instead of the refusal '{expected}'"
        return "answer", "" if done.stdout else "nothing printed"
    errors = [l for l in done.stderr.splitlines() if "error: " in l]
    if done.returncode != 1:
        return "died", f"exit code {done.returncode}: {done.stderr[-300:]}"
    if done.stdout or not errors:
        return "refusal", "without an error" if not errors else "with output"
    said = "refusal: " + errors[0].split("error: ", 1)[1][:160]
    if not expected:
        return said, f"{said}, instead of an answer"
    return said, "" if expected in errors[0] else f"{said}, instead of '{expected}'"


def main():
    tool, *kinds = sys.argv[1:]
    hostile = pathlib.Path(__file__).with_name("hostile.py")
    listed = subprocess.run([sys.executable, hostile, "--list"], check=True,
                            capture_output=True, text=True).stdout
    problems = answers = refusals = 0
    if set(listed.splitlines()) != set(OUTCOMES):
        print("outcomes are stated for other kinds than hostile.py lists:",
              ", ".join(sorted(set(listed.splitlines()) ^ set(OUTCOMES))))
        problems += 1
    kinds = kinds or list(OUTCOMES)
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            path = pathlib.Path(folder, kind + ".mlir")
            with open(path, "w", encoding="utf-8") as file:
                subprocess.run([sys.executable, hostile, kind], check=True, stdout=file)
            asked = OPTIONS.get(kind, [""])
            if len(asked) != len(OUTCOMES[kind]):
                print(f"{kind}: {len(asked)} options, {len(OUTCOMES[kind])} outcomes")
                problems += 1
            for options, expected in zip(asked, OUTCOMES[kind]):
                outcome, problem = run(tool, path, options, expected)
                print(f"{kind} {options}"[:60].strip() + f": {problem or outcome}")
                problems += bool(problem)
                answers += outcome == "answer"
                refusals += outcome.startswith("refusal")
            path.unlink()
    print(f"{answers} answers, {refusals} refusals, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
