/** The page about exit codes. */

import { topic } from "./help_texts.ts";
import { code, heading, plain, table } from "./markdown.ts";

/** Returns the page as Markdown. */
export async function exitCodesPage(): Promise<string> {
  const { rows, end } = await topic("exit-codes");
  return heading("Exit codes") + [
    table(["code", "meaning"], rows.map(({ term, meaning }) => [code(term), plain(meaning)])),
    `${plain(end)}\n`,
    "`layerwright help exit-codes` prints this table.\n",
    "With `--report`, the `status` and the diagnostics of the report determine the exit code:\n",
    table(["`status`", "diagnostics", "exit code"], [
      ["`refused`", "any", "3"],
      ["`failed`", "`interrupted`", "130"],
      ["`failed`", "`type-invalid`, or a code that begins with `usage-`", "2"],
      ["`failed`", "others", "1"],
      ["any other", "any", "0"],
    ]),
    "`status` is an exception: it also exits with 1 if an endpoint differs, or if the code has " +
    "problems.\n",
  ].join("\n");
}
