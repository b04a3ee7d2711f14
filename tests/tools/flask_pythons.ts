/** The Pythons of this computer that serve generated projects. */

import { fileURLToPath } from "node:url";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";
import { IS_FULL_TIER } from "./tier.ts";

/** A Python with Flask. */
export interface FlaskPython {
  readonly interpreter: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether Flask is 3.1 or newer. */
  readonly isModern: boolean;
  /** Whether pydantic is 2.10 or newer, which apps with bodies need. */
  readonly hasPydantic: boolean;
}

const ASK = `
import json
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
found = {"interpreter": sys.executable}
for name in "flask", "pydantic":
    try:
        found[name] = [int(part) for part in version(name).split(".")[:2]]
    except PackageNotFoundError:
        found[name] = [0, 0]
spec = find_spec("flask")
found["folder"] = spec.submodule_search_locations[0].rpartition("/")[0] if spec else ""
print(json.dumps(found))
`;

interface Found {
  readonly interpreter: string;
  readonly flask: readonly [major: number, minor: number];
  readonly pydantic: readonly [major: number, minor: number];
  /** The folder of the package. */
  readonly folder: string;
}

const debian = await ask(python());
const other = await ask("python3");

async function ask(interpreter: string): Promise<Found> {
  const { code, stdout, stderr } = await runCommand(interpreter, ["-c", ASK]);
  if (code !== 0) throw new Error(`${interpreter} failed with exit code ${code}\n${stderr}`);
  return JSON.parse(stdout);
}

function isAtLeast(
  [major, minor]: Found["flask"],
  [wantedMajor, wantedMinor]: Found["flask"],
): boolean {
  return major > wantedMajor || major === wantedMajor && minor >= wantedMinor;
}

function asPython(found: Found): FlaskPython {
  const { interpreter, flask, pydantic } = found;
  const isModern = isAtLeast(flask, [3, 1]);
  return { interpreter, env: {}, isModern, hasPydantic: isAtLeast(pydantic, [2, 10]) };
}

/** The newest Flask: 3.1 or newer if there is one. */
export const newestFlask: FlaskPython = [debian, other].map(asPython)
  .find(({ isModern }) => isModern) ?? asPython(debian);

/**
 * Debian's Flask, which is 2.2 on Debian 12. If Debian's pydantic is missing or too old, Debian's
 * Flask runs with the pydantic of another Python.
 */
export const debianFlask: FlaskPython = findDebianFlask();

/** The Python whose packages type checkers read. */
export const checkedPython: FlaskPython = newestFlask.hasPydantic ? newestFlask : asPython(debian);

function findDebianFlask(): FlaskPython {
  const own = asPython(debian);
  if (own.hasPydantic || !asPython(other).hasPydantic) return own;
  const env = {
    PYTHONPATH: fileURLToPath(new URL("other_flask", import.meta.url)),
    FLASK_FOLDER: debian.folder,
  };
  return { ...own, interpreter: other.interpreter, env, hasPydantic: true };
}

/** Whether projects with bodies can be served. */
export const hasPydantic: boolean = newestFlask.hasPydantic && debianFlask.hasPydantic;

/**
 * Whether to leave out a test that serves projects with bodies. In the full tier, such a test fails
 * without pydantic.
 */
export const IS_WITHOUT_PYDANTIC: boolean = !hasPydantic && !IS_FULL_TIER;
