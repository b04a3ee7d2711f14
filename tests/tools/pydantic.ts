/** A Python with pydantic 2, which Debian 12 does not have. */

import { runCommand } from "../../tools/run_command.ts";

const ASK = "import flask, pydantic; assert pydantic.VERSION >= '2.10', pydantic.VERSION";

/** The Python; `null` if there is none. */
export const pydanticPython: string | null = await findPython();

async function findPython(): Promise<string | null> {
  for (const interpreter of ["python3", "/usr/bin/python3"]) {
    try {
      if ((await runCommand(interpreter, ["-c", ASK])).code === 0) return interpreter;
    } catch (problem) {
      if (!(problem instanceof Deno.errors.NotFound)) throw problem;
    }
  }
  return null;
}
