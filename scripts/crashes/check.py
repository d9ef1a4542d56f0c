"""Kills and starves the program, and looks at what is left. See scripts/check-crashes.sh."""

import contextlib
import gzip
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DONE, FAILED, BAD_INPUT = 0, 1, 2

# The least of address space that an empty run has: the binary, its threads, what malloc reserves
# for each.
LEAST_MEMORY = 256 << 20

EXPERIMENT = """
title = "Killed"

[data]
own = [{ name = "small", file = "small.csv", target = "y" }]

[splits]
kind = "holdout"
repeats = 8
test = 0.25

[[methods]]
name = "RUG"
method = "rug"
settings = { iterations = 4 }
grid = { penalty = [0.1, 1], max-depth = [2, 3] }
"""


def rows(n: int, seed: int) -> str:
    """Rows of which the class is a rule on two of four columns, but for some."""
    draw = random.Random(seed)
    lines = ["a,b,c,d,y"]
    for _ in range(n):
        cells = [round(draw.random(), 3) for _ in range(4)]
        label = (cells[0] > 0.5) != (cells[1] > 0.7) or draw.random() < 0.1
        lines.append(",".join(map(str, cells)) + (",yes" if label else ",no"))
    return "\n".join(lines) + "\n"


class Check:
    def __init__(self, program: str, kills: int):
        self.program, self.kills, self.faults = program, kills, []
        self.draw = random.Random(1)

    def run(self, folder: Path, *args: str, **more) -> subprocess.CompletedProcess:
        more = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "timeout": 600, **more}
        command = [self.program, *args]
        return subprocess.run(command, cwd=folder, check=False, text=True, stdin=subprocess.DEVNULL, **more)

    def fault(self, what: str):
        self.faults.append(what)
        print(f"FAULT: {what}", file=sys.stderr)

    def expect(self, what: str, run: subprocess.CompletedProcess, codes: set[int], says: str | None = None):
        """One of these exit codes; and a failure is one line that begins with `error: `."""
        if run.returncode not in codes:
            self.fault(f"{what}: exit code {run.returncode}, expected {sorted(codes)}: {run.stderr!r}")
        elif run.returncode != DONE:
            errors = [line for line in run.stderr.splitlines() if not line.startswith("warn: ")]
            if len(errors) != 1 or not errors[0].startswith("error: ") or (says or "") not in errors[0]:
                self.fault(f"{what}: not one line about {says!r}: {run.stderr!r}")

    def killed(self, folder: Path, args: list[str], seconds: float) -> bool:
        """Starts the command and kills it at a random moment; whether it was still there."""
        with subprocess.Popen(
            [self.program, *args],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as child:
            time.sleep(self.draw.random() * seconds)
            child.send_signal(signal.SIGKILL)
            return child.wait() == -signal.SIGKILL

    def kill_writers(self, folder: Path, commands: dict[str, list[str]], output: dict[str, str]):
        """The old file or the new one, whole, whenever the writer dies."""
        for name, args in commands.items():
            path = folder / output[name]
            path.unlink(missing_ok=True)
            start = time.monotonic()
            self.expect(name, self.run(folder, *args), {DONE})
            seconds, new = 1.1 * (time.monotonic() - start), path.read_bytes()
            old = b"old " * 5000
            hits = news = 0
            for _ in range(self.kills):
                path.write_bytes(old)
                hits += self.killed(folder, args, seconds)
                left = path.read_bytes() if path.exists() else None
                news += left == new
                if left not in (old, new):
                    self.fault(f"{name}: killed, and {path.name} is neither the old file nor the new one")
            path.write_bytes(old)
            self.expect(f"{name} after kills", self.run(folder, *args), {DONE})
            if path.read_bytes() != new:
                self.fault(f"{name}: another file after kills")
            print(
                f"{name}: {hits} of {self.kills} runs killed; old file {self.kills - news} times, new file {news} times"
            )

    def kill_experiment(self, folder: Path):
        """It goes on after each end, to the same bytes."""
        args = ["experiment", "killed.toml", "-o", "whole"]
        start = time.monotonic()
        self.expect("experiment", self.run(folder, *args), {DONE})
        seconds = time.monotonic() - start
        whole = (folder / "whole/results.csv").read_bytes()
        hits = rounds = 0
        while hits < self.kills and rounds < 20 * self.kills:
            rounds += 1
            out = "killed"
            shutil.rmtree(folder / out, ignore_errors=True)
            for _ in range(4):
                hits += self.killed(folder, ["experiment", "killed.toml", "-o", out], seconds)
            self.expect("experiment after kills", self.run(folder, "experiment", "killed.toml", "-o", out), {DONE})
            if (folder / out / "results.csv").read_bytes() != whole:
                self.fault("experiment: other results after kills")
        print(f"experiment: {hits} runs killed, {rounds} went on to the same results.csv")

    def fill_disk(self, folder: Path, commands: dict[str, list[str]], output: dict[str, str]):
        """A full disk, and a limit on the size of files: the old file, and nothing beside it."""
        with small_disk() as disk:
            for name, args in commands.items():
                size = (folder / output[name]).stat().st_size
                for where in filter(None, [disk, folder / "limited"]):
                    where.mkdir(exist_ok=True)
                    path = where / "old"
                    path.write_bytes(b"old")
                    there = [path.name]
                    if where == disk:
                        fill(disk / "filler", max(size // 2, 1))
                        there.append("filler")
                    limit = None if where == disk else lambda size=size: limit_files(size // 2)
                    run = self.run(folder, *with_output(args, output[name], path), preexec_fn=limit)
                    what = f"{name} on a full disk" if where == disk else f"{name} with a limit on files"
                    self.expect(what, run, {FAILED}, "cannot write")
                    if path.read_bytes() != b"old":
                        self.fault(f"{what}: the old file is lost")
                    if sorted(os.listdir(where)) != sorted(there):
                        self.fault(f"{what}: left {os.listdir(where)}")
                    (where / "filler").unlink(missing_ok=True)
        print(f"full disk: {'a small tmpfs and ' if disk else ''}a limit on the size of files")

    def take_rights(self, folder: Path, commands: dict[str, list[str]], output: dict[str, str]):
        """A folder that cannot be written to, for a user who is not root."""
        closed = folder / "closed"
        closed.mkdir()
        (closed / "old").write_bytes(b"old")
        user = {}
        if os.geteuid() == 0:
            user = {"user": 65534, "group": 65534, "extra_groups": []}
            for path in [folder, *folder.rglob("*")]:
                path.chmod(path.stat().st_mode | 0o055 if path.is_dir() else 0o644)
        closed.chmod(0o555)
        for name, args in commands.items():
            run = self.run(folder, *with_output(args, output[name], closed / "old"), **user)
            self.expect(f"{name} into a closed folder", run, {FAILED, BAD_INPUT}, "cannot write")
            if (closed / "old").read_bytes() != b"old" or os.listdir(closed) != ["old"]:
                self.fault(f"{name}: a closed folder changed")
        closed.chmod(0o755)
        print("read-only folder: nothing changed")

    def take_readers(self, folder: Path):
        """Standard output that is full, or that nobody reads."""
        for args in (
            ["rules", "model.json"],
            ["predict", "model.json", "data.csv"],
            ["evaluate", "model.json", "data.csv"],
        ):
            with open("/dev/full", "w") as full:
                self.expect(
                    f"{args[0]} to a full device", self.run(folder, *args, stdout=full), {FAILED}, "cannot write"
                )
            read, write = os.pipe()
            os.close(read)
            run = self.run(folder, *args, stdout=write)
            os.close(write)
            self.expect(f"{args[0]} to a closed pipe", run, {DONE})
        print("full device and closed pipe: exit codes 1 and 0")

    def take_memory(self, folder: Path):
        """Files that unpack to more than there may be: refused on one line, and the old file stays.
        """
        with gzip.open(folder / "bomb.csv.gz", "wb", compresslevel=9) as bomb:
            bomb.write(b"a,b,c,d,y\n")
            for _ in range(300):
                bomb.write(b"1,2,3,4,yes\n5,6,7,8,no\n" * 20_000)
        with gzip.open(folder / "cell.csv.gz", "wb", compresslevel=9) as cell:
            cell.write(b"a,y\n1,yes\n2,")
            for _ in range(400):
                cell.write(b"x" * (1 << 20))
        for data in ("bomb.csv.gz", "cell.csv.gz"):
            for flags, limit in ((["--memory-limit", "0.05"], None), ([], lambda: limit_memory(2 * LEAST_MEMORY))):
                path = folder / "old.json"
                path.write_bytes(b"old")
                run = self.run(folder, "fit", data, "--target", "y", "-o", path.name, *flags, preexec_fn=limit)
                self.expect(f"fit {data} {flags or 'under ulimit -v'}", run, {FAILED}, "of memory, more than")
                if path.read_bytes() != b"old":
                    self.fault(f"fit {data}: the old file is lost")
        print(f"memory: bombs of {(folder / 'bomb.csv.gz').stat().st_size >> 10} kB and a cell of 400 MB refused")


def with_output(args: list[str], output: str, path: Path) -> list[str]:
    return [str(path) if arg == output else arg for arg in args]


def limit_files(size: int):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def limit_memory(size: int):
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def fill(path: Path, leave: int):
    """Fills the disk of `path` but for so many bytes, in whole pages."""
    free = os.statvfs(path.parent)
    size = max(free.f_bavail * free.f_bsize - leave, 0)
    with contextlib.suppress(OSError), open(path, "wb") as file:
        file.write(b"\0" * size)


@contextlib.contextmanager
def small_disk():
    """A disk of a megabyte, where this may be had."""
    with tempfile.TemporaryDirectory() as folder:
        mounted = (
            os.geteuid() == 0
            and not subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder],
                check=False,
                stderr=subprocess.DEVNULL,
            ).returncode
        )
        try:
            yield Path(folder) if mounted else None
        finally:
            if mounted:
                subprocess.run(["umount", folder], check=True)


def main() -> int:
    check = Check(sys.argv[1], int(sys.argv[2]))
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "data.csv").write_text(rows(3000, 1))
        (folder / "small.csv").write_text(rows(300, 2))
        (folder / "killed.toml").write_text(EXPERIMENT)
        commands = {
            "fit": [
                "fit",
                "data.csv",
                "--target",
                "y",
                "--method",
                "rug",
                "--holdout",
                "none",
                "-q",
                "-o",
                "model.json",
            ],
            "predict": ["predict", "model.json", "data.csv", "-q", "-o", "predicted.csv"],
            "report": ["report", "model.json", "data.csv", "-q", "-o", "report.html"],
        }
        output = {"fit": "model.json", "predict": "predicted.csv", "report": "report.html"}
        check.kill_writers(folder, commands, output)
        check.kill_experiment(folder)
        check.fill_disk(folder, commands, output)
        check.take_readers(folder)
        check.take_memory(folder)
        check.take_rights(folder, commands, output)
        print(f"{len(check.faults)} faults, {time.monotonic() - start:.0f} s")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
