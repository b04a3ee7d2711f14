/** `layerwright help`: a command's help, or a topic. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";

const EXIT_CODES = `Exit codes:
  0    Done, or nothing to do
  1    Failed: an input's content is wrong, or writing did not succeed;
       'check' did not find the route
  2    Usage: the command line is wrong
  3    Conflict: something people wrote would be overwritten, a file changed
       meanwhile, or another run holds the project
  130  Interrupted

After any but 0, the project is as it was.
`;

const ENVIRONMENT = `Environment:
  NO_COLOR   Any value but an empty one: plain text, as --no-color
  TERM=dumb  The same
  COLUMNS    Width to wrap help to, rather than the terminal's
`;

const TOPICS: ReadonlyMap<string, string> = new Map([
  ["exit-codes", EXIT_CODES],
  ["environment", ENVIRONMENT],
]);

export type HelpRequest =
  | { readonly kind: "topic"; readonly text: string }
  | { readonly kind: "command"; readonly command: CommandUnknownOpts }
  | { readonly kind: "unknown"; readonly word: string; readonly known: readonly string[] };

/** Finds what to help with. */
export function findHelp(program: CommandUnknownOpts, words: readonly string[]): HelpRequest {
  const [first = ""] = words;
  const text = TOPICS.get(first);
  if (words.length === 1 && text !== undefined) return { kind: "topic", text };
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) return { kind: "unknown", word, known: known(command) };
    command = found;
  }
  return { kind: "command", command };
}

/** What can be asked for by name below a command. */
function known(command: CommandUnknownOpts): readonly string[] {
  const topics = command.parent === null ? TOPICS.keys() : [];
  return [...command.commands.map((each) => each.name()), ...topics];
}
