/** Imports OpenAPI documents. */

import { type Diagnostic, error, info } from "../core/diagnostic.ts";
import { JsonSyntaxError } from "../core/json.ts";
import { positionsIn } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { counted, type Report, report } from "../core/report.ts";
import { syntaxDiagnostic } from "../core/syntax_diagnostic.ts";
import {
  type Dropped,
  type ImportedDocument,
  importedDocument,
} from "../openapi/imported_document.ts";
import { droppedReason } from "../openapi/dropped_parts.ts";
import { documentFormat } from "../openapi/document_tree.ts";
import { loadDocument } from "../openapi/loaded_document.ts";
import { countEndpoints } from "../spec/api_spec.ts";
import { readSpec } from "../spec/read_spec.ts";
import { specText } from "../spec/spec_text.ts";

/** Options of {@linkcode importOpenApi}. */
export interface ImportOpenApiOptions {
  /** The document's path in messages; default: `openapi.json`. */
  readonly path?: string;
  /** Whether to fail if an operation has to be left out; default: `false`. */
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
  /** The other operations, in the order of the document. */
  readonly leftOut: readonly LeftOutOperation[];
}

const COMMAND = "import";

/**
 * Makes a spec from an OpenAPI document: 3.0, 3.1, 3.2 or Swagger 2.0, in JSON or YAML. Examples
 * become mocks. A response without an example gets one from its schema. Each operation is either in
 * the spec or listed with the reason why not. Notes count the parts of imported operations that a
 * spec cannot have, such as query parameters.
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
    return failed(error("import-invalid", message));
  }
  const imported = importedDocument(loaded);
  const data = importData(imported, document);
  if (data.endpoints === 0) {
    const message = `'${quotable(path)}' has no operation that a spec can have.`;
    return failed(error("import-empty", message), data);
  }
  if (strict && data.leftOut.length > 0) {
    const hint = "Run without --strict to import the rest";
    return failed(error("import-incomplete", leftOutMessage(data), { hint }), data);
  }
  const { spec, servers, dropped } = imported;
  const text = specText(spec.routes, spec.description);
  const problems = specProblems(text, path);
  if (problems.length > 0) return report(COMMAND, "failed", { diagnostics: problems, data });
  return report(COMMAND, "unchanged", {
    message: importedMessage(data),
    diagnostics: [...serverNotes(servers), ...droppedNotes(dropped, document)],
    data: { ...data, spec: text },
  });
}

/**
 * Returns the message of an import, with the numbers of routes and endpoints.
 *
 * @param file The file of the spec; `null` if it is not in one.
 */
export function importedMessage(
  { operations, routes, endpoints }: ImportedSpec,
  file: string | null = null,
): string {
  const place = file === null ? "" : ` to ${quotable(file)}`;
  const done = `${endpoints.toLocaleString("en")} of ${counted(operations, "operation")}`;
  return `Imported ${done}${place}: ${counted(routes, "route")}, ${counted(endpoints, "endpoint")}`;
}

/** Returns the message about the operations that a spec cannot have. */
export function leftOutMessage({ operations, leftOut }: ImportedSpec): string {
  const count = leftOut.length.toLocaleString("en");
  return `A spec cannot have ${count} of ${counted(operations, "operation")}.`;
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

function failed(problem: Diagnostic, data: ImportedSpec | null = null): Report<ImportedSpec> {
  return report(COMMAND, "failed", { diagnostics: [problem], data });
}

function importData({ spec, leftOut }: ImportedDocument, text: string): ImportedSpec {
  const position = positionsIn(text);
  const endpoints = countEndpoints(spec);
  return {
    spec: null,
    operations: endpoints + leftOut.length,
    routes: spec.routes.length,
    endpoints,
    leftOut: leftOut.map(({ label, at, reason }) => ({
      operation: label,
      line: position(at).line,
      reason,
    })),
  };
}

function serverNotes(servers: readonly string[]): readonly Diagnostic[] {
  if (servers.length === 0) return [];
  const [first = "", ...more] = servers;
  const others = more.length === 0 ? "" : ` and ${counted(more.length, "other")}`;
  const message = `Dropped the server address '${quotable(first, 100)}'${others}: a spec has none.`;
  return [info("import-servers", message)];
}

/**
 * Returns one note for each kind of dropped part, because a document can have thousands of parts.
 */
function droppedNotes(dropped: readonly Dropped[], text: string): readonly Diagnostic[] {
  const position = positionsIn(text);
  return dropped.map(({ kind, count, name, operation, at }) => {
    const place = operation === null
      ? ""
      : ` of ${quotable(operation, 100)} (line ${position(at).line})`;
    const shown = `'${quotable(name, 100)}'${place}`;
    const parts = count === 1
      ? `the ${kind} ${shown}`
      : `${counted(count, kind)}, such as ${shown}`;
    return info("import-dropped", `Dropped ${parts}: ${droppedReason(kind, count)}.`);
  });
}
