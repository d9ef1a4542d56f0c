#!/usr/bin/env python3
"""Learning from rows in several processes: one model at any number of workers, and its cost.

    scripts/scale.py make DIR [--rows 10000000] [--files 20]      a folder of Parquet files, always
    the same scripts/scale.py split DIR --csv FILE [--files 20]            the rows of a CSV file as
    such a folder scripts/scale.py fit DIR [--workers 1,2,4] [--local] [--kill N] [--rows-at-hand N]
    [--method rules|rug] scripts/scale.py local DIR [--method rules|rug]

`fit` starts a scheduler and so many workers of one thread for each number of workers, each a
process of its own, learns in a further process, and prints a line: the hash of the model, seconds,
requests and bytes, and the largest memory of a worker, the scheduler and the client. With --kill N
a worker is killed (SIGKILL) at N moments spread over as many further fits. `local`, or `fit` with
--local, learns from the same rows in one process, with pandas. It ends with exit code 1 if two
models differ. The package with its extra `dask` has to be installed. Memory is read from /proc,
which only
Linux has."""

import argparse
import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd

#: The arguments that `fit` passes on.
PASSED = (
    "target",
    "method",
    "size",
    "max_length",
    "max_rules",
    "rows_at_hand",
    "memory",
)

ESTIMATORS = {"rules": "RuleClassifier", "rug": "RugClassifier"}


def made(rows, seed):
    """Twenty columns of numbers and words. Six rules decide nine tenths of the labels."""
    random = np.random.default_rng(seed)
    columns = {f"count{k}": random.integers(0, 40, rows).astype(np.float64) for k in range(6)}
    columns |= {f"measure{k}": np.round(random.normal(50, 15, rows), 3) for k in range(8)}
    columns |= {f"share{k}": np.round(random.random(rows), 2) for k in range(3)}
    words = np.array(["north", "east", "south", "west", "centre"])
    columns |= {f"place{k}": words[random.integers(0, 5, rows)] for k in range(3)}
    frame = pd.DataFrame(columns)
    frame.loc[random.random(rows) < 0.05, "measure1"] = np.nan
    yes = (frame.count0 > 30) & (frame.measure0 > 55)
    yes |= (frame.place0 == "north") & (frame.share0 <= 0.4) & (frame.count1 <= 20)
    yes |= (frame.measure2 > 75) | ((frame.count2 <= 5) & (frame.place1 != "west"))
    noise = random.random(rows) < 0.1
    frame["class"] = np.where(noise, random.random(rows) < 0.5, yes)
    frame["class"] = frame["class"].map({True: "yes", False: "no"})
    return frame


def make(args):
    args.folder.mkdir(parents=True, exist_ok=True)
    for file in range(args.files):
        rows = args.rows * (file + 1) // args.files - args.rows * file // args.files
        made(rows, file).to_parquet(args.folder / f"part-{file:03}.parquet", index=False)


def split(args):
    args.folder.mkdir(parents=True, exist_ok=True)
    frame = pd.read_csv(args.csv)
    for file in range(args.files):
        rows = frame[len(frame) * file // args.files : len(frame) * (file + 1) // args.files]
        rows.to_parquet(args.folder / f"part-{file:03}.parquet", index=False)


def peak():
    """The largest memory that this process has had, in MB."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) >> 10 for line in status if line.startswith("VmHWM:"))


def sent(client):
    """The bytes that workers have sent, as Dask counts them."""
    return sum(client.run(lambda dask_worker: dask_worker.transfer_outgoing_bytes_total).values())


def kill_one(client, after):
    """Kills the first worker after so many seconds."""
    pids = client.run(os.getpid)

    def kill():
        time.sleep(after)
        os.kill(next(iter(pids.values())), signal.SIGKILL)

    threading.Thread(target=kill, daemon=True).start()


def settings(args):
    given = {name: value for name in ("max_length", "max_rules") if (value := getattr(args, name)) is not None}
    if args.method == "rules":  # The other has no size to choose.
        given["size"] = int(args.size) if args.size.isdigit() else args.size
    return given


def described(model):
    digest = hashlib.sha256(model.to_json().encode()).hexdigest()[:16]
    return digest, f"model {digest}, {len(model.rules_)} rules"


def local(args):
    import rulegen

    start = time.perf_counter()
    frame = pd.concat(
        [pd.read_parquet(file) for file in sorted(args.folder.glob("*.parquet"))],
        ignore_index=True,
    )
    labels = frame.pop(args.target)
    read = time.perf_counter()
    model = getattr(rulegen, ESTIMATORS[args.method])(**settings(args)).fit(frame, labels)
    end = time.perf_counter()
    digest, text = described(model)
    print(
        f"one process: {text}, {end - start:.1f} s ({read - start:.1f} s of them to read), {peak()} MB",
        file=sys.stderr,
    )
    print(json.dumps([digest, end - start]))


@contextlib.contextmanager
def cluster(workers, memory):
    """Yield the file that tells a client the scheduler. Killed workers are started anew."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        file = Path(folder) / "scheduler.json"

        def start(*command):
            command = [
                sys.executable,
                "-m",
                "dask",
                *command,
                "--scheduler-file",
                str(file),
            ]
            with open(Path(folder) / "log", "a") as log:
                process = subprocess.Popen(command, stdout=log, stderr=log)
            stack.callback(process.wait)
            stack.callback(process.terminate)

        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        for _ in range(workers):
            start(
                "worker",
                "--nthreads",
                "1",
                "--memory-limit",
                memory,
                "--no-dashboard",
                "--local-directory",
                folder,
            )
        yield str(file)


def fit_once(args):
    """Fit once, and print a line for the user, and the hash and seconds for the caller."""
    import dask.dataframe as dd
    import rulegen.dask
    from distributed import Client

    workers, note = int(args.workers), ""
    with (
        cluster(workers, args.memory) as file,
        Client(scheduler_file=file, timeout=60) as client,
    ):
        client.wait_for_workers(workers, timeout=60)
        frame = dd.read_parquet(args.folder)
        pids, before = client.run(os.getpid), sent(client)
        if args.kill_after is not None:
            kill_one(client, args.kill_after)
            note = f", a worker killed after {args.kill_after:.1f} s"
        start = time.perf_counter()
        own = {} if args.rows_at_hand is None else {"rows_at_hand": args.rows_at_hand}
        model = getattr(rulegen.dask, ESTIMATORS[args.method])(**settings(args), **own).fit(frame, args.target)
        seconds = time.perf_counter() - start
        if args.kill_after is not None and seconds < args.kill_after:
            note = ", ended BEFORE A WORKER WAS KILLED"
        if args.kill_after is None and client.run(os.getpid) != pids:
            note = ", WORKERS WERE LOST"
        if not note:
            note = f", {sent(client) - before} bytes sent by workers as Dask counts"
        digest, text = described(model)
        print(
            f"{workers} workers: {text}, {seconds:.1f} s, a worker {max(client.run(peak).values())} MB, the scheduler "
            f"{client.run_on_scheduler(peak)} MB, the client {peak()} MB, {model.traffic_}{note}",
            file=sys.stderr,
        )
    print(json.dumps([digest, seconds]))


def fit(args, part, **further):
    """The hash of a model and the seconds that it took, of a process of its own."""
    given = {name: getattr(args, name) for name in PASSED} | further
    command = [sys.executable, __file__, part, args.folder]
    command += [
        word for name, value in given.items() if value is not None for word in (f"--{name.replace('_', '-')}", value)
    ]
    told = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(told.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "part",
        choices=["make", "split", "fit", "local", "fit-once"],
        metavar="{make,split,fit,local}",
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--csv", type=Path, help="the file to split")
    parser.add_argument("--target", default="class", help="the column of labels")
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument(
        "--local",
        action="store_true",
        help="fits the same in one process, and compares",
    )
    parser.add_argument(
        "--rows-at-hand",
        type=int,
        help="the most rows that the client fetches; 1 for none",
    )
    parser.add_argument("--kill", type=int, default=0, help="further fits with a worker killed")
    parser.add_argument("--kill-after", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--method", choices=list(ESTIMATORS), default="rules")
    parser.add_argument("--size", default="auto", help="of --method rules")
    parser.add_argument("--max-length", type=int, help="the most conditions of a rule")
    parser.add_argument("--max-rules", type=int, help="the most rules")
    parser.add_argument("--memory", default="auto", help="the limit of a worker, such as 2GiB")
    args = parser.parse_args()
    parts = {"make": make, "split": split, "local": local, "fit-once": fit_once}
    if args.part in parts:
        parts[args.part](args)
        return 0
    fits = [fit(args, "local")] if args.local else []
    fits += [fit(args, "fit-once", workers=int(workers)) for workers in args.workers.split(",")]
    usual = fits[-1][1]
    for moment in range(args.kill):
        fits.append(
            fit(
                args,
                "fit-once",
                workers=2,
                kill_after=usual * (moment + 0.5) / args.kill,
            )
        )
    return 0 if len({digest for digest, _ in fits}) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
