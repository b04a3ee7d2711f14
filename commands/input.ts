/** Input of commands besides the project: specs, mocks and bodies. */

import { basename, dirname, extname, isAbsolute, join, relative } from "node:path";
import type { JsonOption } from "../actions/json_option.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Json, JsonSyntaxError } from "../core/json.ts";
import { decodeJsonText, positionAt, tryToParseJson } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { syntaxDiagnostic } from "../core/syntax_diagnostic.ts";
import { nearest } from "../spec/names.ts";
import type { Host } from "./host.ts";
import { MAX_DOCUMENT_BYTES } from "./read_beside.ts";

/** JSON text, or the problem with its file. */
export type TextInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "problem"; readonly diagnostic: Diagnostic };

/** Reads JSON text from a file, or from stdin for `-`. */
export async function readJsonFile(host: Host, cwd: string, path: string): Promise<TextInput> {
  if (path === "-" && host.canAsk) {
    host.stderr.write("Reading from the terminal; end with Ctrl-D\n");
  }
  const read =
    await (path === "-"
      ? host.readStdin(MAX_DOCUMENT_BYTES)
      : host.readFile(resolveIn(cwd, path), MAX_DOCUMENT_BYTES));
  if (read.kind === "failed") {
    if (/^https?:\/\//i.test(path)) return unreadable(path, "a URL", downloadHint(path));
    return unreadable(path, read.reason, pathHint(host, cwd, path));
  }
  const text = decodeJsonText(read.bytes);
  return text === null ? unreadable(path, "neither UTF-8 nor UTF-16") : { kind: "text", text };
}

function unreadable(path: string, reason: string, hint: string | null = null): TextInput {
  const message = `Cannot read '${quotable(inputName(path))}' (${reason}).`;
  const details = hint === null ? {} : { hint };
  return { kind: "problem", diagnostic: error("file-unreadable", message, details) };
}

function downloadHint(url: string): string {
  return `Layerwright fetches nothing. Download the file first: curl -O ${shellQuote(url)}`;
}

/** Returns the hint for a path that leads to a folder, or that is not relative to `-C`; or `null`. */
function pathHint(host: Host, cwd: string, path: string): string | null {
  if (path === "-" || path === "") return null;
  if (host.exists(`${resolveIn(cwd, path)}/.`)) return "Name a file in that folder";
  if (cwd === host.cwd || !host.exists(resolveIn(host.cwd, path))) {
    return similarFiles(host, resolveIn(cwd, path), path);
  }
  const fromThere = shellQuote(relative(cwd, resolveIn(host.cwd, path)));
  return `Paths are relative to the folder of -C: type ${fromThere}`;
}

/** Maximum number of names in a folder that are compared with a missing file's. */
const MAX_COMPARED = 1000;
/** Maximum number of files that a hint names. */
const MAX_NAMED = 3;

/** Returns the hint that names files beside a missing one; `null` if none is similar. */
function similarFiles(host: Host, missing: string, typed: string): string | null {
  if (host.exists(missing)) return null;
  const all = host.names(dirname(missing), MAX_COMPARED);
  // A link may lead to itself.
  if (all.includes(basename(missing))) return null;
  const names = all.filter((each) => !each.startsWith("."));
  const before = typed.slice(0, typed.length - basename(typed).length);
  const near = nearest(basename(missing), names);
  if (near !== null) return `Did you mean '${quotable(before + near)}'?`;
  const ending = extname(missing);
  const alike = ending === "" ? [] : names.filter((each) => extname(each) === ending).toSorted();
  if (alike.length === 0) return null;
  const shown = alike.slice(0, MAX_NAMED).map((each) => quotable(before + each)).join(", ");
  return `There are: ${shown}${alike.length > MAX_NAMED ? ", ..." : ""}`;
}

/** Returns the name of an input file for messages. */
export function inputName(path: string): string {
  return path === "-" ? "<stdin>" : path;
}

/** A parsed JSON value. */
export interface JsonInput {
  readonly value: Json;
  /** The path of the file with the JSON, as typed; not set if the JSON itself was typed. */
  readonly path?: string;
}

/**
 * Reads the value of `--mock`, `--query`, `--headers`, `--body` or `--example`: JSON text if it parses, otherwise
 * the path of a JSON file.
 */
export async function readJsonOption(
  host: Host,
  cwd: string,
  option: JsonOption,
  value: string,
): Promise<JsonInput | Diagnostic> {
  const parsed = tryToParseJson(value);
  if (!(parsed instanceof JsonSyntaxError)) return { value: parsed };
  if (!host.exists(resolveIn(cwd, value))) {
    const { line, column } = positionAt(value, parsed.at);
    const shown = quotable(value, 60);
    const reason = `not JSON at ${line}:${column}: ${parsed.reason}; and no such file`;
    const isWord = /^[\p{L}\d][\p{L}\d ._!?-]*$/u.test(value);
    const hint = value.endsWith(".json")
      ? similarFiles(host, resolveIn(cwd, value), value)
      : isWord
      ? `For a text, type quotes, too: '"${quotable(value, 60)}"'`
      : null;
    const details = hint === null ? {} : { hint };
    return error(`${option}-invalid`, `Invalid --${option} '${shown}' (${reason}).`, details);
  }
  const file = await readJsonFile(host, cwd, value);
  if (file.kind === "problem") return file.diagnostic;
  const inFile = tryToParseJson(file.text);
  return inFile instanceof JsonSyntaxError
    ? syntaxDiagnostic(inFile, file.text, value)
    : { value: inFile, path: value };
}

function resolveIn(cwd: string, path: string): string {
  // Joining an empty path would return the folder itself.
  return isAbsolute(path) || path === "" ? path : join(cwd, path);
}
