/** The page of exit codes. */

import { topic } from "./help_texts.ts";
import { code, fenced, heading, plain, table } from "./markdown.ts";

export async function exitCodesPage(): Promise<string> {
  const { rows, end } = await topic("exit-codes");
  return heading("Exit codes") + [
    table(["code", "meaning"], rows.map(({ term, meaning }) => [code(term), plain(meaning)])),
    `${plain(end)}\n`,
    "With `--report`, the code follows from the report: `status` is `refused` for 3; `failed` for 1, " +
    "or for 2 and 130 if a diagnostic's code begins with `usage-`, or is `type-invalid` or " +
    "`interrupted`; any other is 0. Only `check` ends with 1 where it did not find the " +
    "route, and `analyze --strict` where it found problems.\n",
    "`layerwright help exit-codes` prints the table:\n",
    fenced("sh", "layerwright help exit-codes"),
  ].join("\n");
}
