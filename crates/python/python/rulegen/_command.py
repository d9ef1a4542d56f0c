"""The executable ``rulegen``: the command line, in Python's process."""

import signal
import sys

from . import _rulegen


def main() -> int:
    """Do what the command line asks for, and return its exit code."""
    # Python's own handler would wait for the run to end; the command line has one where there is
    # something to keep.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _rulegen.run_command_line(["rulegen", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
