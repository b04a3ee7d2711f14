"""Import the modules of one project after another, although all have the same names."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from types import ModuleType


@contextmanager
def own_modules(folder: str) -> Iterator[None]:
    """Import modules from a folder, and forget them at the end of the block."""
    os.chdir(folder)
    path, environment = list(sys.path), dict(os.environ)
    sys.path.insert(0, folder)
    invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(environment)
        own = [name for name, module in sys.modules.items() if is_below(folder, module)]
        for name in own:
            del sys.modules[name]


def is_below(folder: str, module: ModuleType) -> bool:
    """Report whether a module, or a package without a file, is in a folder."""
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", [])]
    return any(str(place).startswith(f"{folder}{os.sep}") for place in places)
