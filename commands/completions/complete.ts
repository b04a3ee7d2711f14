/** What can follow the words of a command line: loaded late, for no other command needs it. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { pythonFiles } from "../../actions/project_files.ts";
import { analyzeFiles } from "../../project/analysis.ts";
import { KNOWN_CLIENTS } from "../../setup/clients/clients.ts";
import { METHODS } from "../../spec/api_spec.ts";
import { WorkspaceError } from "../../workspace/workspace.ts";
import type { Host } from "../host.ts";
import { findAnyProject } from "../locate.ts";
import { type Candidate, type Expected, expectedWord } from "./expected.ts";
import { COMPLETION_SCRIPTS } from "./scripts.ts";

export { COMPLETION_SCRIPTS };

/** What the value of an argument or option is taken from: some words, or what there is. */
type Source = "routes" | "agents" | "json" | "folders" | readonly string[];

/**
 * The values that can be told, by the name of the argument or option, after that of its command where
 * others have the same name for something else. An empty list: people make these up.
 */
export const VALUES: ReadonlyMap<string, Source> = new Map<string, Source>([
  ["dir", "folders"],
  ["project_name", "folders"],
  ["spec_file", "json"],
  ["json", "json"],
  ["METHOD", METHODS],
  ["generate subroute METHOD", ["GET", "POST"]],
  ["route", "routes"],
  ["generate route route", []],
  ["subroute", []],
  ["ids", "agents"],
  ["scope", ["user", "project"]],
  ["mode", ["private", "keep"]],
  ["shell", [...COMPLETION_SCRIPTS.keys()]],
  ["address", []],
  ["name", []],
  ["port", []],
  ["words", []],
]);

/**
 * Tells what can follow: a word a line, its meaning behind a tab; or `:json` or `:folders`, for shells
 * complete files themselves.
 *
 * @param words Those of the command line; a dot is added to the last one.
 */
export async function complete(
  program: CommandUnknownOpts,
  words: readonly string[],
  host: Host,
): Promise<string> {
  const typed = [...words];
  const last = (typed.pop() ?? ".").slice(0, -1);
  const expected = expectedWord(program, typed, last);
  const found = expected.kind === "words" ? expected.words : await values(expected, last, host);
  if (typeof found === "string") return `:${found}`;
  return found.filter(({ value }) => value.startsWith(last) && IS_PLAIN.test(value))
    .map(({ value, meaning }) => `${value}\t${meaning}`).join("\n");
}

/** Names come from files that anybody may have written; a shell would make something of others. */
const IS_PLAIN = /^[\p{Letter}\p{Number}_.,=-]+$/u;

async function values(
  { of, before, directory }: Extract<Expected, { kind: "value" }>,
  last: string,
  host: Host,
): Promise<"json" | "folders" | readonly Candidate[]> {
  const source = VALUES.get(of) ?? VALUES.get(of.split(" ").at(-1) ?? "") ?? [];
  if (source === "json" || source === "folders") return source;
  const after = (value: string) => ({ value: before + value, meaning: "" });
  if (source === "routes") return (await routes(host, directory)).map(after);
  if (source !== "agents") return source.map(after);
  // All but the last of a list stand already.
  const chosen = last.slice(before.length).split(",").slice(0, -1);
  return KNOWN_CLIENTS.filter((id) => !chosen.includes(id))
    .map((id) => after([...chosen, id].join(",")));
}

/** Without a lock, and without undoing an interrupted run: a key that is pressed changes nothing. */
async function routes(host: Host, directory: string | null): Promise<string[]> {
  const home = host.env("HOME") ?? "~";
  const folder = resolve(host.cwd, (directory ?? ".").replace(/^~(?=\/|$)/, () => home));
  const project = findAnyProject(host, folder);
  if (project === null) return [];
  const { workspace } = project;
  try {
    const { routes } = analyzeFiles(await workspace.read(await pythonFiles(workspace)));
    return [...new Set(routes.map(({ name }) => name))];
  } catch (problem) {
    if (problem instanceof WorkspaceError) return [];
    throw problem;
  }
}

/** A word as a shell would pass it on, but that nothing in it is replaced: bash tells what was typed. */
export function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
    (_, single, double, escaped) => single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped,
  );
}
