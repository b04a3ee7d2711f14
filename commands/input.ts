/** Input of commands besides the project: specs, mocks and bodies. */

import { isAbsolute, join } from "node:path";
import type { JsonOption } from "../actions/json_option.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Json, JsonSyntaxError } from "../core/json.ts";
import { decodeJsonText, positionAt, tryToParseJson } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { syntaxDiagnostic } from "../core/syntax_diagnostic.ts";
import type { Host } from "./host.ts";
import { MAX_DOCUMENT_BYTES } from "./read_beside.ts";

/** JSON text, or the problem with its file. */
export type TextInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "problem"; readonly diagnostic: Diagnostic };

/** Reads JSON text from a file, or from stdin for `-`. */
export async function readJsonFile(host: Host, cwd: string, path: string): Promise<TextInput> {
  const read =
    await (path === "-"
      ? host.readStdin(MAX_DOCUMENT_BYTES)
      : host.readFile(resolveIn(cwd, path), MAX_DOCUMENT_BYTES));
  if (read.kind === "failed") return unreadable(path, read.reason);
  const text = decodeJsonText(read.bytes);
  return text === null ? unreadable(path, "neither UTF-8 nor UTF-16") : { kind: "text", text };
}

function unreadable(path: string, reason: string): TextInput {
  const message = `Cannot read '${quotable(inputName(path))}' (${reason}).`;
  return { kind: "problem", diagnostic: error("file-unreadable", message) };
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
 * Reads the value of `--mock`, `--body` or `--example`: JSON text if it parses, otherwise the path
 * of a JSON file.
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
    const reason = `not JSON at ${line}:${column}, and no such file`;
    return error(`${option}-invalid`, `Invalid --${option} '${shown}' (${reason}).`);
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
