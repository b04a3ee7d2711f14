"""Run mypy over the projects named on stdin, each in a fork of this process.

The argument is the Python whose packages the projects import.
"""

import gc
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from mypy import api

# Mypy needs ten seconds to read Flask and pytest, and less than half a second for a project.
LIBRARIES = "import flask, flask.testing, pytest, unittest.mock, werkzeug.exceptions"
PYTHON = sys.argv[1]
# The cache depends on all installed packages: after an installation, mypy would read Flask again for each project.
ASK = """
from importlib.metadata import distributions
print(*sorted(f"{each.name} {each.version}" for each in distributions()), sep="\\n")
"""
INSTALLED = subprocess.check_output([PYTHON, "-c", ASK])
if b"\npydantic 2." in INSTALLED:
    LIBRARIES += ", pydantic, pydantic_core"
DIGEST = hashlib.sha256(PYTHON.encode() + INSTALLED).hexdigest()[:16]
LIBRARY_CACHE = Path(tempfile.gettempdir(), f"layerwright-mypy-{DIGEST}")


def run_mypy(cache: Path, *what: str) -> tuple[str, str, int]:
    given = ["--python-executable", PYTHON, "--cache-dir", str(cache)]
    return api.run(["--strict", *given, *what])


def make_library_cache() -> None:
    with tempfile.TemporaryDirectory(dir=LIBRARY_CACHE.parent) as folder:
        draft = Path(folder, "cache")
        output, error, code = run_mypy(draft, "-c", LIBRARIES)
        if code != 0:
            raise RuntimeError(f"mypy cannot read the libraries: {output}{error}")
        try:
            draft.rename(LIBRARY_CACHE)
        except OSError:
            if not LIBRARY_CACHE.is_dir():  # otherwise, another run was faster
                raise


def check(folder: str) -> dict[str, Any]:
    gc.disable()  # the process ends soon enough
    os.chdir(folder)
    # Each project needs a cache of its own, because all have a module `api`. Hard links suffice:
    # mypy replaces the files of its cache and never writes into them.
    with tempfile.TemporaryDirectory() as temporary:
        cache = Path(temporary, "cache")
        shutil.copytree(LIBRARY_CACHE, cache, copy_function=os.link)
        output, error, code = run_mypy(cache, folder)
    return {"folder": folder, "code": code, "output": output + error}


def main() -> None:
    folders = json.load(sys.stdin)
    if not LIBRARY_CACHE.is_dir():
        make_library_cache()
    with Pool(maxtasksperchild=1) as pool:
        json.dump(pool.map(check, folders, chunksize=1), sys.stdout)


if __name__ == "__main__":
    main()
