/** `layerwright help`: a command's help, or a topic. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Topic } from "./help.ts";

const EXIT_CODES: Topic = {
  section: {
    title: "Exit codes:",
    rows: [
      ["0", "Done, or nothing to do"],
      [
        "1",
        "Failed: an input's content is wrong, or writing did not succeed; 'check' did not find " +
        "the route",
      ],
      ["2", "Usage: the command line is wrong"],
      [
        "3",
        "Conflict: something people wrote would be overwritten, a file changed meanwhile, or " +
        "another run holds the project",
      ],
      ["130", "Interrupted"],
    ],
  },
  end: "After any but 0, the project is as it was.",
};

const ENVIRONMENT: Topic = {
  section: {
    title: "Environment:",
    rows: [
      ["NO_COLOR", "Any value but an empty one: plain text, as --no-color"],
      ["TERM=dumb", "The same"],
      ["COLUMNS", "Width to wrap help to, rather than the terminal's"],
      ["LAYERWRIGHT_URL", "setup: the server to connect agents to"],
      ["BROWSER", "setup: the browser to log in with"],
      ["LAYERWRIGHT_DOWNLOAD_URL", "upgrade: a mirror of the releases, by https"],
      ["LAYERWRIGHT_ROOT", "Servers: the folder that projects lie below (default: here)"],
      ["LAYERWRIGHT_READ_ONLY=1", "Servers: leave out the tools that write, whatever else is said"],
      ["LAYERWRIGHT_HOST", "serve: address to listen on (default: 127.0.0.1)"],
      ["LAYERWRIGHT_PORT", "serve: port (default: 8000)"],
      ["LAYERWRIGHT_API_KEY", "serve: the key that clients must send"],
      [
        "LAYERWRIGHT_API_KEY_FILE",
        "serve: a file with that key, made if absent (default: local-key in the folder for settings)",
      ],
      [
        "LAYERWRIGHT_ALLOWED_HOSTS",
        "serve: names that clients call it by, with commas (default: loopback names)",
      ],
      [
        "LAYERWRIGHT_TRUSTED_PROXIES",
        "serve: addresses or subnets whose X-Forwarded-For is believed",
      ],
    ],
  },
  end: null,
};

const TOPICS: ReadonlyMap<string, Topic> = new Map([
  ["exit-codes", EXIT_CODES],
  ["environment", ENVIRONMENT],
]);

export type HelpRequest =
  | { readonly kind: "topic"; readonly topic: Topic }
  | { readonly kind: "command"; readonly command: CommandUnknownOpts }
  | { readonly kind: "unknown"; readonly word: string; readonly known: readonly string[] };

/** Finds what to help with. */
export function findHelp(program: CommandUnknownOpts, words: readonly string[]): HelpRequest {
  const [first = ""] = words;
  const topic = TOPICS.get(first);
  if (words.length === 1 && topic !== undefined) return { kind: "topic", topic };
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
