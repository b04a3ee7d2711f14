/** Completes command lines. This module is loaded late, because only `completions` needs it. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { history } from "../../actions/history.ts";
import { readPython } from "../../actions/project_files.ts";
import { oneLine, printable } from "../../core/printable.ts";
import { analyzeFiles } from "../../project/routing/analysis.ts";
import { KNOWN_CLIENTS } from "../../setup/clients/clients.ts";
import { METHODS } from "../../spec/api_spec.ts";
import { WorkspaceError } from "../../workspace/workspace.ts";
import type { Host } from "../host.ts";
import { findAnyProject, findProject } from "../locate.ts";
import { type Candidate, type Expected, expectedWord } from "./expected.ts";
import { COMPLETION_SCRIPTS } from "./scripts.ts";

export { COMPLETION_SCRIPTS };

/** The source of completions for an argument or option: fixed words, or a lookup. */
type Source = "routes" | "agents" | "methods" | "changes" | FileKind | readonly string[];

/** The kinds of files that shells complete: JSON files, JSON or YAML files, and folders. */
const FILE_KINDS = ["json", "documents", "folders"] as const;

type FileKind = typeof FILE_KINDS[number];

/**
 * Sources by the name of the argument or option. If a name means something else for one command,
 * its key starts with that command, as in `generate subroute METHOD`. An empty list means that the
 * value is free text.
 */
export const VALUES: ReadonlyMap<string, Source> = new Map<string, Source>([
  ["dir", "folders"],
  ["project_name", "folders"],
  ["spec_file", "json"],
  ["mock spec_file", "documents"],
  ["openapi_file", "documents"],
  ["json", "json"],
  ["file", "json"],
  ["export openapi file", "documents"],
  ["METHOD", METHODS],
  ["generate subroute METHOD", ["GET", "POST"]],
  ["METHODS", "methods"],
  ["code", []],
  ["status", []],
  ["path", []],
  ["route", "routes"],
  ["generate route route", []],
  ["subroute", []],
  ["id", "changes"],
  ["ids", "agents"],
  ["scope", ["user", "project"]],
  ["mode", ["private", "keep"]],
  ["format", ["text", "github"]],
  ["shell", [...COMPLETION_SCRIPTS.keys()]],
  ["address", []],
  ["name", []],
  ["ms", []],
  ["port", []],
  ["endpoint", []],
  ["item", []],
  ["words", []],
]);

/**
 * Completes a command line.
 *
 * @param words The words of the command line. The scripts append a dot to the last word, so that it
 * is never empty.
 * @returns One line per word: the word, a tab and its meaning. If a file is expected, only the kind
 * of file, such as `:json`, because shells complete files themselves.
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

/** Names come from untrusted files, so names with characters that a shell could interpret are omitted. */
const IS_PLAIN = /^[\p{Letter}\p{Number}_.,=-]+$/u;

async function values(
  { of, before, directory }: Extract<Expected, { kind: "value" }>,
  last: string,
  host: Host,
): Promise<FileKind | readonly Candidate[]> {
  const source = VALUES.get(of) ?? VALUES.get(of.split(" ").at(-1) ?? "") ?? [];
  if (isFileKind(source)) return source;
  const after = (value: string) => ({ value: before + value, meaning: "" });
  if (source === "routes") return (await routes(host, directory)).map(after);
  if (source === "changes") return await changes(host, directory);
  if (source !== "agents" && source !== "methods") return source.map(after);
  // The last item of the list is being typed.
  const chosen = last.slice(before.length).split(",").slice(0, -1);
  const all: readonly string[] = source === "agents" ? KNOWN_CLIENTS : METHODS;
  return all.filter((each) => !chosen.includes(each))
    .map((each) => after([...chosen, each].join(",")));
}

function isFileKind(source: Source): source is FileKind {
  return FILE_KINDS.some((each) => each === source);
}

/** Lists routes without a lock and without recovery, because completion must change nothing. */
async function routes(host: Host, directory: string | null): Promise<string[]> {
  const project = findAnyProject(host, typedFolder(host, directory));
  if (project === null) return [];
  const { workspace } = project;
  try {
    const { routes } = analyzeFiles(await readPython(workspace));
    return [...new Set(routes.map(({ name }) => name))];
  } catch (problem) {
    if (problem instanceof WorkspaceError) return [];
    throw problem;
  }
}

/** Lists the changes that can be undone, newest first, each with its command. */
async function changes(host: Host, directory: string | null): Promise<readonly Candidate[]> {
  const project = findProject(host, typedFolder(host, directory));
  if (project === null) return [];
  const { data } = await history(project.workspace);
  return (data?.applied ?? []).filter(({ state }) => state === "applied")
    .map(({ id, command }) => ({ value: id, meaning: oneLine(printable(command)) }));
}

function typedFolder(host: Host, directory: string | null): string {
  const home = host.env("HOME") ?? "~";
  return resolve(host.cwd, (directory ?? ".").replace(/^~(?=\/|$)/, () => home));
}

/** Removes shell quotes from a word and expands nothing. Bash passes words as they were typed. */
export function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
    (_, single, double, escaped) => single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped,
  );
}
