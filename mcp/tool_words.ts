/** Names tools and arguments in the place of commands and options. Most messages are written for people. */

/** The commands that a tool runs. Their names and arguments are in the command's own order. */
const COMMAND = /(run )?'layerwright (rename|remove) (route|subroute) ([^']+)'/g;

/** Sentences for people, and those for agents. */
const SENTENCES: readonly (readonly [people: RegExp, agents: string])[] = [
  [/ Please generate the main route first using:\n {2}layerwright generate route \S+/g, ""],
  [/: 'layerwright export spec' prints it\./g, "."],
  [/, or --error \d+='\.\.\.'/g, ""],
  [/: 'layerwright export spec' prints them$/g, ""],
  [/\brun '(layerwright adopt [^']*)'/g, "ask the user to run '$1'"],
  [
    /\bcreate new records with '(layerwright adopt [^']*)'/g,
    "ask the user to run '$1', which creates new records",
  ],
  [
    /'(layerwright import)[^']*' makes a spec from it/g,
    "Write a spec from it, or ask the user to run '$1'",
  ],
  [
    /'layerwright change (?:sub)?route [^']*' changes/g,
    "change_project with action: change_endpoint changes",
  ],
  [
    /'layerwright generate api --json \S+ --restore (\S+)' brings/g,
    'generate_api with the spec and restore: ["$1"] brings',
  ],
  [
    /'?layerwright (?:export openapi --docs|generate docs)'?/g,
    "change_project with action: generate_docs",
  ],
  [/\bwith generate route and generate subroute\b/g, "with generate_route and generate_subroute"],
];

/** The options that messages name, and their arguments. */
const ARGUMENTS = new Map([
  ["allow-problems", "allow_problems: true"],
  ["body", "body"],
  ["error", "errors"],
  ["force", "force: true"],
  ["headers", "headers"],
  ["keep", "keep"],
  ["list", "list"],
  ["keep-edited", "keep_edited: true"],
  ["mock", "mock"],
  ["path", "path"],
  ["prune", "prune: true"],
  ["query", "query"],
  ["replace", "replace"],
  ["restore", "restore"],
  ["status", "status"],
  ["type", "type"],
]);

const OPTION = /(?<=^|[\s("'])--([a-z-]+)/g;

/**
 * Returns a message for agents.
 *
 * @example
 * ```ts
 * import { inToolWords } from "./tool_words.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(inToolWords("--prune removes it"), "prune: true removes it");
 * ```
 */
export function inToolWords(message: string): string {
  const sentences = SENTENCES.reduce(
    (text, [people, agents]) => text.replace(people, agents),
    message.replace(
      COMMAND,
      (_, run, verb, kind, names) =>
        `${run === undefined ? "" : "call "}change_project with ${
          changeArguments(verb, kind, names)
        }`,
    ),
  );
  return sentences.replace(OPTION, (option, name) => ARGUMENTS.get(name) ?? option);
}

function changeArguments(verb: string, kind: string, names: string): string {
  const [route, ...rest] = names.split(" ");
  const given = [
    ["action", `${verb}_${kind}`],
    ["route", route],
    ...(kind === "subroute" ? [["subroute", rest.shift()]] : []),
    ...(verb === "rename" ? [["new_name", rest.shift()]] : []),
  ];
  return given.map(([name, value]) => `${name}: ${value}`).join(", ");
}
