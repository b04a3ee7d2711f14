/** The Python of the tests. */

import { existsSync } from "node:fs";

const DEBIAN_PYTHON = "/usr/bin/python3";

/** Returns Debian's Python if it exists, because only that Python has Debian's packages. */
export function python(): string {
  return existsSync(DEBIAN_PYTHON) ? DEBIAN_PYTHON : "python3";
}
