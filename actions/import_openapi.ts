/** Imports OpenAPI documents. */

import { type Diagnostic, error, info } from "../core/diagnostic.ts";
import { JsonSyntaxError } from "../core/json.ts";
import { positionAt, positionsIn } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { counted, grouped, type Report, report } from "../core/report.ts";
import { syntaxDiagnostic } from "../core/syntax_diagnostic.ts";
import { documentFormat } from "../openapi/document_tree.ts";
import { countedKind, droppedReason, isText } from "../openapi/dropped_kinds.ts";
import type { Dropped } from "../openapi/import_losses.ts";
import {
  type ImportedDocument,
  importedDocument,
  type Servers,
} from "../openapi/imported_document.ts";
import { ALREADY_A_SPEC, loadDocument } from "../openapi/loaded_document.ts";
import { countEndpoints } from "../spec/api_spec.ts";
import { readSpec } from "../spec/read_spec.ts";
import { specText } from "../spec/spec_text.ts";

/** Options of {@linkcode importOpenApi}. */
export interface ImportOpenApiOptions {
  /** The document's path in messages; default: `openapi.json`. */
  readonly path?: string;
  /**
   * Whether to fail if the spec would lose an operation or a part of one. Texts for people do not
   * count. Default: `false`.
   */
  readonly strict?: boolean;
  /**
   * Reads a file that the document refers to, by its path relative to the document's folder.
   * Returns `null` if the file must not or cannot be read. By default, a document can only refer to
   * itself.
   */
  readonly readFile?: (path: string) => Promise<string | null>;
}

/** An operation of a document that the spec leaves out. */
export interface LeftOutOperation {
  /** The method and path in the document, such as `PATCH /pets/{petId}`. */
  readonly operation: string;
  /** 1-based. */
  readonly line: number;
  /** The reason why a spec cannot have this operation. */
  readonly reason: string;
}

/** Data of the report of {@linkcode importOpenApi}. */
export interface ImportedSpec {
  /** The spec's text; `null` if it would have no endpoint, or if `strict` refuses it. */
  readonly spec: string | null;
  /** Number of operations in the document. */
  readonly operations: number;
  /** Number of routes in the spec. */
  readonly routes: number;
  /** Number of endpoints in the spec: one for each imported operation. */
  readonly endpoints: number;
  /** Number of imported operations that lose nothing but texts for people. */
  readonly whole: number;
  /** The other operations, in the order of the document. */
  readonly leftOut: readonly LeftOutOperation[];
}

const COMMAND = "import";

/**
 * Makes a spec from an OpenAPI document: 3.0, 3.1, 3.2 or Swagger 2.0, in JSON or YAML. Examples
 * become mocks. A response without an example gets one from its schema. Each operation is either in
 * the spec or listed with the reason why not. Notes count the parts of imported operations that a
 * spec cannot have, such as cookies, errors and the rules of schemas.
 *
 * @param document The document's text.
 * @param options The document's path for messages, and how to read the files that it refers to.
 * @returns The report with {@linkcode ImportedSpec}: `unchanged`, or `failed` if there is nothing to import.
 *
 * @example
 * ```ts
 * import { importOpenApi } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const document = `
 * openapi: 3.1.0
 * info: { title: shop, version: 1.0.0 }
 * paths:
 *   /ping:
 *     get: { responses: { 200: { description: OK, content: { application/json: { example: pong } } } } }
 * `;
 * const { data } = await importOpenApi(document);
 * deepEqual(JSON.parse(data?.spec ?? ""), { routes: { ping: { type: "GET", mock: "pong" } } });
 * ```
 */
export async function importOpenApi(
  document: string,
  options: ImportOpenApiOptions = {},
): Promise<Report<ImportedSpec>> {
  const { path = "openapi.json", strict = false, readFile = () => Promise.resolve(null) } = options;
  const loaded = await loadDocument(document, readFile);
  if (loaded instanceof JsonSyntaxError) {
    return failed(syntaxDiagnostic(loaded, document, path, documentFormat(document)));
  }
  if (typeof loaded === "string") {
    const message = `'${quotable(path)}' is not an OpenAPI document: ${loaded}.`;
    const hint = loaded === ALREADY_A_SPEC ? specHint(document, path) : DOCUMENT_HINT;
    return failed(error("import-invalid", message, { hint }));
  }
  const imported = importedDocument(loaded);
  const data = importData(imported, document);
  if (data.endpoints === 0) {
    const message = `'${quotable(path)}' has no operation that a spec can have.`;
    return failed(error("import-empty", message), data);
  }
  const { spec, servers, dropped } = imported;
  const notes = droppedNotes(imported, document);
  const losses = lossMessage(data, servers.urls.length + countOwn(dropped));
  if (strict && losses !== null) {
    const hint = "Run without --strict to import the rest";
    return failed(error("import-incomplete", losses, { hint }), data, notes);
  }
  const text = specText(spec.routes, spec.description);
  const problems = specProblems(text, path);
  if (problems.length > 0) return report(COMMAND, "failed", { diagnostics: problems, data });
  return report(COMMAND, "unchanged", {
    message: importedMessage(data),
    diagnostics: notes,
    data: { ...data, spec: text },
  });
}

const DOCUMENT_HINT =
  "Name a document in JSON or YAML that begins with 'openapi' or 'swagger', and its version";

/** Returns the hint for a spec in the place of an OpenAPI document. */
function specHint(document: string, path: string): string {
  if (documentFormat(document) !== "JSON") return "Write it as JSON, and generate from it";
  const file = /^[\w./-]+$/.test(path) ? path : "<spec>";
  return `'layerwright generate api <name> --json ${file}' generates it`;
}

/**
 * Returns the message of an import, with the numbers of routes and endpoints.
 *
 * @param file The file of the spec; `null` if it is not in one.
 */
export function importedMessage(
  { operations, routes, endpoints, whole }: ImportedSpec,
  file: string | null = null,
): string {
  const place = file === null ? "" : ` to ${quotable(file)}`;
  const done = `${grouped(endpoints)} of ${counted(operations, "operation")}`;
  const counts = `${counted(routes, "route")}, ${counted(endpoints, "endpoint")}`;
  return `Imported ${done}${place}, ${wholeWords(whole, endpoints)}: ${counts}`;
}

function wholeWords(whole: number, endpoints: number): string {
  if (endpoints === 1) return whole === 1 ? "whole" : "not whole";
  if (whole === endpoints) return "all of them whole";
  return `${whole === 0 ? "none" : grouped(whole)} of them whole`;
}

/** Maximum number of operations that a message names. */
const MAX_NAMED = 3;

/**
 * Returns the message about the operations that a spec cannot have, or only in part; `null` if it
 * has all of each.
 */
export function leftOutMessage(data: ImportedSpec): string | null {
  const { leftOut } = data;
  const names = leftOut.slice(0, MAX_NAMED).map(({ operation }) => quotable(operation, 100));
  const more = leftOut.length > MAX_NAMED ? ` and ${grouped(leftOut.length - MAX_NAMED)} more` : "";
  return lossMessage(data, 0, ` (${names.join(", ")}${more})`);
}

/**
 * Returns the message about everything that a spec cannot have, apart from texts; `null` if there is
 * nothing.
 *
 * @param ofDocument Number of parts that belong to no operation.
 * @param names The text after the number of operations that are left out.
 */
function lossMessage(
  { operations, endpoints, whole, leftOut }: ImportedSpec,
  ofDocument: number,
  names = "",
): string | null {
  const partial = endpoints - whole;
  const all = `of ${counted(operations, "operation")}`;
  const those = leftOut.length === 0 ? all : "more";
  const lost = [
    ...(leftOut.length === 0 ? [] : [`${grouped(leftOut.length)} ${all}${names}`]),
    ...(partial === 0 ? [] : [`parts of ${grouped(partial)} ${those}`]),
    ...(ofDocument === 0 ? [] : [`${counted(ofDocument, "part")} of the document itself`]),
  ];
  return lost.length === 0 ? null : `A spec cannot have ${lost.join(", and ")}.`;
}

/** Counts the parts of a document that belong to no operation. */
function countOwn(dropped: readonly Dropped[]): number {
  return dropped.filter(({ kind, operation }) => operation === null && !isText(kind))
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * Returns the errors of the imported spec. They have no position, because the spec's text is not in
 * any file.
 */
function specProblems(text: string, path: string): readonly Diagnostic[] {
  const { spec, diagnostics } = readSpec(text, { path });
  const errors = spec === null ? diagnostics.filter(({ severity }) => severity === "error") : [];
  return errors.map((each) => ({ ...each, where: null }));
}

function failed(
  problem: Diagnostic,
  data: ImportedSpec | null = null,
  notes: readonly Diagnostic[] = [],
): Report<ImportedSpec> {
  return report(COMMAND, "failed", { diagnostics: [problem, ...notes], data });
}

function importData({ spec, leftOut, whole }: ImportedDocument, text: string): ImportedSpec {
  const position = positionsIn(text);
  const endpoints = countEndpoints(spec);
  return {
    spec: null,
    operations: endpoints + leftOut.length,
    routes: spec.routes.length,
    endpoints,
    whole,
    leftOut: leftOut.map(({ label, at, reason }) => ({
      operation: label,
      line: position(at).line,
      reason,
    })),
  };
}

function serverNotes({ urls, at }: Servers, text: string): readonly Diagnostic[] {
  if (urls.length === 0) return [];
  const [first = "", ...more] = urls;
  const others = more.length === 0 ? "" : ` and ${counted(more.length, "other")}`;
  const path = urls.map(serverPath).find((each) => each !== "");
  const prefix = path === undefined
    ? ""
    : ` The spec's paths begin without '${quotable(path, 100)}'.`;
  const { line } = positionAt(text, at);
  const address = `the server address '${quotable(first, 100)}'${others} (line ${line})`;
  return [info("import-servers", `Dropped ${address}: a spec has none.${prefix}`)];
}

/** Returns the path of a server's address, which all paths of its API begin with. */
function serverPath(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, "");
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * Returns one note for each kind of dropped part, because a document can have thousands of parts.
 * One note is about all kinds of texts.
 */
function droppedNotes(
  { servers, dropped }: ImportedDocument,
  text: string,
): readonly Diagnostic[] {
  const lineOf = linesOf(dropped, text);
  const parts = dropped.filter(({ kind }) => !isText(kind)).map((each) => {
    const { kind, count, name, operation } = each;
    const owner = operation === null ? [] : [`of ${quotable(operation, 100)}`];
    const first = name === "" ? [] : [`'${quotable(name, 100)}'`];
    const place = [...owner, `(line ${lineOf.get(each)})`];
    const what = count === 1
      ? ["the", kind, ...first, ...place]
      : [`${countedKind(count, kind)}, such as`, ...(name === "" ? ["that"] : first), ...place];
    return info("import-dropped", `Dropped ${what.join(" ")}: ${droppedReason(kind)}.`);
  });
  const texts = dropped.filter(({ kind }) => isText(kind)).map((each) => {
    const { kind, count, name } = each;
    const line = lineOf.get(each);
    if (count > 1) return `${countedKind(count, kind)} (from line ${line})`;
    const shown = name === "" ? "" : ` '${quotable(name, 40)}'`;
    return `the ${kind}${shown} (line ${line})`;
  });
  const note = `Dropped texts, which change no request and no response: ${texts.join(", ")}.`;
  return [
    ...serverNotes(servers, text),
    ...parts,
    ...(texts.length === 0 ? [] : [info("import-dropped", note)]),
  ];
}

/** Returns the lines of the first part of each kind. */
function linesOf(dropped: readonly Dropped[], text: string): ReadonlyMap<Dropped, number> {
  const position = positionsIn(text);
  const inOrder = dropped.toSorted((one, other) => one.at - other.at);
  return new Map(inOrder.map((each) => [each, position(each.at).line]));
}
