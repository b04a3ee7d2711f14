/** The topics of `layerwright help`, and the lookup of topics and commands. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Topic } from "./help.ts";

const EXIT_CODES: Topic = {
  section: {
    title: "Exit codes:",
    rows: [
      ["0", "Done, or nothing to do"],
      ["1", "Failed: invalid input, a write error, or findings of 'status'"],
      ["2", "Usage error: invalid command line"],
      [
        "3",
        "Conflict: the command would overwrite edited code or another file, a file changed during " +
        "the run or since the plan, or another run holds the project",
      ],
      ["130", "Interrupted"],
    ],
  },
  end: "After any code but 0, the project's code is unchanged, unless the error is that stdout " +
    "cannot be written.",
};

const ENVIRONMENT: Topic = {
  section: {
    title: "Environment:",
    rows: [
      ["NO_COLOR=1", "Plain text, as --no-color"],
      ["TERM=dumb", "Plain text, as --no-color"],
      ["COLUMNS", "Width of the text (default: the terminal's)"],
      ["LAYERWRIGHT_URL", "setup: server to connect agents to"],
      ["BROWSER", "setup: browser to log in with"],
      ["LAYERWRIGHT_DOWNLOAD_URL", "version: https address of a mirror of the releases"],
      ["LAYERWRIGHT_ROOT", "serve, mcp: folder that contains the projects (default: .)"],
      ["LAYERWRIGHT_READ_ONLY=1", "serve, mcp: offer only the tools that read"],
      ["LAYERWRIGHT_HOST", "serve: address to listen on (default: 127.0.0.1)"],
      ["LAYERWRIGHT_PORT", "serve: port (default: 8000)"],
      ["LAYERWRIGHT_API_KEY", "serve: API key that clients must send"],
      [
        "LAYERWRIGHT_API_KEY_FILE",
        "serve: file with that key, created if missing (default: local-key in the settings folder)",
      ],
      [
        "LAYERWRIGHT_ALLOWED_HOSTS",
        "serve: host names that clients may use, separated by commas (default: loopback names)",
      ],
      [
        "LAYERWRIGHT_TRUSTED_PROXIES",
        "serve: addresses or subnets of proxies whose X-Forwarded-For is trusted",
      ],
    ],
  },
  end: null,
};

const SPEC: Topic = {
  example: [
    "{",
    '  "routes": {',
    '    "products": {',
    '      "resource": { "id": 1, "name": "Teapot" }',
    "    },",
    '    "health": { "type": "GET", "mock": { "ok": true } }',
    "  }",
    "}",
  ],
  section: {
    title: "Keys of a route:",
    rows: [
      ["resource", "Example of an item: list, create, read, replace and delete"],
      ["type", "GET, POST, PUT or DELETE"],
      ["mock", "Response, any JSON"],
      ["query", "Example of each parameter of the query"],
      ["headers", "Example of each header of requests"],
      ["list", "Pages, filters and sorts a list: limit, filter, sort"],
      ["body", "Example of the body that POST or PUT accepts"],
      ["status", "200 to 299"],
      ["errors", "Errors that it documents: a text for each status"],
      ["methods", "Several methods, each with its mock and other keys above"],
      ["path", "URL path (default: the route's name)"],
      ["subroutes", "Further endpoints below the path"],
    ],
  },
  end: "Save it as shop.json, then run 'layerwright generate api shop --json shop.json'. " +
    "'layerwright export schema' prints the JSON Schema for your editor. All keys: " +
    "docs/reference/spec.md in https://github.com/layerwright/layerwright",
};

const TOPICS: ReadonlyMap<string, Topic> = new Map([
  ["spec", SPEC],
  ["exit-codes", EXIT_CODES],
  ["environment", ENVIRONMENT],
]);

/** The subject of a help request. */
export type HelpRequest =
  | { readonly kind: "topic"; readonly topic: Topic }
  | { readonly kind: "command"; readonly command: CommandUnknownOpts }
  | {
    readonly kind: "unknown";
    readonly word: string;
    /** The command that has no subcommand with this name. */
    readonly above: CommandUnknownOpts;
    readonly known: readonly string[];
  };

/** Finds the topic or command to which the words of a help request refer. */
export function findHelp(program: CommandUnknownOpts, words: readonly string[]): HelpRequest {
  const [first = ""] = words;
  const topic = TOPICS.get(first);
  if (words.length === 1 && topic !== undefined) return { kind: "topic", topic };
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) {
      return { kind: "unknown", word, above: command, known: known(command) };
    }
    command = found;
  }
  return { kind: "command", command };
}

/**
 * Returns the names of a command's subcommands. For the program itself, also returns the topics.
 */
function known(command: CommandUnknownOpts): readonly string[] {
  const topics = command.parent === null ? TOPICS.keys() : [];
  return [...command.commands.map((each) => each.name()), ...topics];
}
