/** Which Python the tests use. */

import { existsSync } from "node:fs";

const DEBIAN_PYTHON = "/usr/bin/python3";

/** Debian's Python where there is one: its packages belong to no other Python on the machine. */
export function python(): string {
  return existsSync(DEBIAN_PYTHON) ? DEBIAN_PYTHON : "python3";
}
