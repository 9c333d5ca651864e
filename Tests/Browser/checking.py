"""Counts what holds and what does not."""
COUNTS = [0, 0]


def check(condition, claim):
    COUNTS[not condition] += 1
    print(f"{'ok    ' if condition else 'FAILED'}  {claim}", flush=True)
