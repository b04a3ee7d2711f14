/** `LOG_LEVEL` of generated projects. */

import { deepEqual } from "node:assert/strict";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";
import { inEditedProject } from "./edited_project.ts";

const SCRIPT = "import logging\nfrom api import create_app\ncreate_app()\n" +
  "print(logging.getLevelName(logging.getLogger().level))";

/** Values with the resulting level or the last line of the error. */
const LEVELS: Readonly<Record<string, string>> = {
  "": "INFO",
  debug: "DEBUG",
  DEBUG: "DEBUG",
  Warning: "WARNING",
  loud: "ValueError: LOG_LEVEL is 'loud', but must be DEBUG, INFO, WARNING, ERROR or CRITICAL",
};

Deno.test("LOG_LEVEL sets the level in any case, and an unknown level is an error", async () => {
  await inEditedProject((files) => files, async (cwd) => {
    const said = await Promise.all(
      Object.keys(LEVELS).map(async (level) => {
        const env = { LOG_LEVEL: level };
        const { stdout, stderr } = await runCommand(python(), ["-B", "-c", SCRIPT], { cwd, env });
        return [level, (stdout + stderr).trim().split("\n").at(-1)];
      }),
    );
    deepEqual(Object.fromEntries(said), LEVELS);
  });
});
