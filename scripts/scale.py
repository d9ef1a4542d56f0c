#!/usr/bin/env python3
"""Learning from rows that lie in several processes: the same model at any number of workers, its seconds, memory and traffic.

    scripts/scale.py make DIR [--rows 10000000] [--files 20]      a folder of Parquet files, always the same
    scripts/scale.py fit DIR [--workers 1,2,4] [--kill N] [--size auto] [--max-length L]

`fit` starts a LocalCluster of so many processes of one thread for each number of workers, learns, and prints a line: the hash of the model, seconds,
the largest memory of a worker and of this process, requests and bytes. With --kill N a worker is killed (SIGKILL) at N moments spread over as many
further fits. It ends with exit code 1 if two models differ. The package with its extra `dask` has to be installed."""

import argparse
import hashlib
import os
import resource
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd


def made(rows, seed):
    """Twenty columns, of few values, of many, and of words; classes that six rules decide, but for a tenth of the rows."""
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


def kill_one(client, after):
    """Kills the first worker after so many seconds."""
    pids = client.run(os.getpid)

    def kill():
        time.sleep(after)
        os.kill(next(iter(pids.values())), signal.SIGKILL)

    threading.Thread(target=kill, daemon=True).start()


def fit(args, workers, kill_after=None):
    """The hash of a model and the seconds that it took; prints a line."""
    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    from rulegen.dask import RuleClassifier

    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", memory_limit=args.memory) as cluster,
        Client(cluster) as client,
    ):
        frame = dd.read_parquet(args.folder)
        if kill_after is not None:
            kill_one(client, kill_after)
        start = time.perf_counter()
        size = int(args.size) if args.size.isdigit() else args.size
        model = RuleClassifier(size=size, max_length=args.max_length).fit(frame, "class")
        seconds = time.perf_counter() - start
        peak = client.run(lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        text = model.to_json()
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        killed = "" if kill_after is None else f", a worker killed after {kill_after:.1f} s"
        print(
            f"{workers} workers: model {digest}, {len(model.rules_)} rules, {seconds:.1f} s, a worker {max(peak.values()) >> 10} MB, "
            f"this process and the scheduler {own >> 10} MB, {model.traffic_}{killed}",
            flush=True,
        )
    return digest, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["make", "fit"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--kill", type=int, default=0, help="further fits with a worker killed")
    parser.add_argument("--size", default="auto")
    parser.add_argument("--max-length", type=int, help="the most conditions of a rule")
    parser.add_argument("--memory", default="auto", help="the limit of a worker, such as 2GiB")
    args = parser.parse_args()
    if args.part == "make":
        make(args)
        return 0
    fits = [fit(args, int(workers)) for workers in args.workers.split(",")]
    for moment in range(args.kill):
        fits.append(fit(args, 2, kill_after=fits[0][1] * (moment + 0.5) / args.kill))
    return 0 if len({digest for digest, _ in fits}) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
