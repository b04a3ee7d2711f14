/** The page of diagnostics. */

import { GROUPS, type Meaning, MEANINGS } from "./diagnostic_meanings.ts";
import { fenced, heading } from "./markdown.ts";

export function diagnosticsPage(): string {
  const codes = Object.entries(MEANINGS);
  return heading("Diagnostics") + [
    "Every problem has a stable code: in reports (`--report`), in the answers of tools, in the " +
    "library. Programs match on the code, which never changes its meaning; messages may.\n",
    ...GROUPS.flatMap(({ title, prefixes }) => [
      `## ${title}\n`,
      ...codes
        .filter(([code]) => prefixes.includes(code.split("-")[0] ?? ""))
        .map(([code, meaning]) => part(code, meaning)),
    ]),
  ].join("\n");
}

function part(code: string, { message, cause, remedy }: Meaning): string {
  return `### ${code}\n\n${fenced("text", message)}\n${cause}\n\n**What to do:** ${remedy}\n`;
}
