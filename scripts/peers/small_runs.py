"""One fold of one set for small.py: the programs' fits, each in a process of its own, and the rows
they give.
"""

import contextlib
import importlib
import json
import multiprocessing
import os
import shlex
import subprocess
import sys
import time
import warnings

# One thread each, whatever library it is; this has to be said before they are loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"

import data  # noqa: E402
import small_paths  # noqa: E402, F401  names its methods
from small_methods import LIBRARIES, METHODS  # noqa: E402

LATE = "no result after"


def peers(args, store, name, entry, at, sizes):
    """The missing rows of other programs. A size that took too long on one fold of a set is not
    tried on another.
    """
    load_libraries()
    split = None
    for method in args.methods.split(",") if args.methods else METHODS:
        late = [int(row["k"]) for row in store.rows
                if (row["set"], row["method"]) == (name, method) and row["note"].startswith(LATE)]
        missing = [k for k in sizes if k < min(late, default=1 << 30)
                   and not store.has({"set": name, "method": method, "k": k, "fold": at})]
        if not missing:
            continue
        split = split or data.load(args.folder, entry, name, at)
        for row in fitted(method, split, missing, entry, args.time_limit):
            say(store, {"set": name, "method": method, "fold": at, **row})


def load_libraries():
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(library)


def fitted(method, split, sizes, entry, limit):
    """The rows of a method, by size, from a process of its own that may take `limit` seconds for
    each.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=child, args=(method, split, sizes, entry, theirs), daemon=True)
    process.start()
    theirs.close()
    left, why = list(sizes), "no model of so few rules"
    try:
        while left:
            if not ours.poll(limit):
                why = f"{LATE} {limit:g} s"
                break
            row = ours.recv()
            if "error" in row:
                why = row["error"]
                break
            left.remove(row["k"])
            yield row
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
    yield from ({"k": k, "note": why} for k in left)


def child(method, split, sizes, entry, pipe):
    """Fits, scores and sends a row for each size; what libraries print is no result."""
    from sklearn.metrics import roc_auc_score

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warnings.filterwarnings("ignore")
    truth = split.y_test == split.positive
    start = time.perf_counter()
    try:
        for answer in METHODS[method](split, sizes, entry):
            right = answer.yes.astype(bool) == truth
            quality = {"accuracy": round(right.mean(), 6), "auc": round(roc_auc_score(truth, answer.score), 6)}
            seconds = round(time.perf_counter() - start, 4)
            pipe.send({"k": answer.k, **quality, "rules": int(answer.rules), "seconds": seconds, "note": answer.note})
            start = time.perf_counter()
    except Exception as error:  # noqa: BLE001  a row says so
        pipe.send({"error": " ".join(f"{type(error).__name__}: {error}".split())[:200]})


def ours(args, store, name, entry, at, sizes):
    """The missing rows of `rulegen fit`."""
    for size in sizes:
        key = {"set": name, "method": args.label, "k": size, "fold": at}
        if not store.has(key):
            say(store, {**key, **rulegen(args, name, entry, at, size)})


def rulegen(args, name, entry, at, size):
    line = [args.binary, "-q", "fit", entry["file"], "--target", entry["target"], "--size", size, "--json",
            "--threads", "1", "--holdout", args.folder / "splits" / f"{name}.{at}.test"]
    for flag, value in (("--positive", entry["positive"]), ("--categorical", ",".join(entry["categorical"]))):
        line += [flag, value] if value else []
    start = time.perf_counter()
    try:
        done = subprocess.run([*line, *shlex.split(args.flags)], check=False, capture_output=True, text=True,
                              timeout=args.time_limit)
    except subprocess.TimeoutExpired:
        return {"note": f"{LATE} {args.time_limit:g} s"}
    seconds = time.perf_counter() - start
    if done.returncode:
        return {"note": " ".join((done.stderr.strip().splitlines() or ["ended by a signal"])[-1].split())[:200]}
    said = json.loads(done.stdout)
    held, rules = said["holdout"], said["n_rules"]
    quality = {measure: "" if held[measure] is None else round(held[measure], 6) for measure in ("accuracy", "auc")}
    return {**quality, "rules": rules, "conditions": round(said["complexity"] - rules), "seconds": round(seconds, 4)}


def say(store, row):
    store.append(row)
    said = row.get("note") if "accuracy" not in row else f"accuracy {row['accuracy']:.4f}, {row['seconds']:.2f} s"
    print(f"{row['method']}, {row['k']} rules, {row['set']}, fold {row['fold']}: {said}", file=sys.stderr, flush=True)
