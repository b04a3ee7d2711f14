/** The page about diagnostics. */

import { GROUPS, type Meaning, MEANINGS } from "./diagnostic_meanings.ts";
import { fenced, heading } from "./markdown.ts";

/** Returns the page as Markdown. */
export function diagnosticsPage(): string {
  const codes = Object.entries(MEANINGS);
  return heading("Diagnostics") + [
    "Every problem has a stable code, which reports (`--report`), tool results and the library " +
    "contain. Match on the code in your programs: its meaning never changes. Messages may change.\n",
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
