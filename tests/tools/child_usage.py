"""Run a command: stdin is JSON of its words, stdout JSON of its exit code, processor time and memory."""

import json
import resource
import subprocess
import sys


def main() -> None:
    done = subprocess.run(json.load(sys.stdin), capture_output=True, check=False)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = {
        "code": done.returncode,
        "seconds": usage.ru_utime + usage.ru_stime,
        "kilobytes": usage.ru_maxrss,
    }
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
