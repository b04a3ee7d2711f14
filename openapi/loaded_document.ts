/** Reads an OpenAPI document, and the files that it refers to. */

import { type Json, JsonSyntaxError, memberValue, walkJson } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { isLikeHtml } from "../spec/other_document.ts";
import { type DocumentFiles, splitReference } from "./document_node.ts";
import { documentTree } from "./document_tree.ts";

/** A document that was read, with the files that it refers to. */
export interface LoadedDocument {
  /** The top of the document as it is written. */
  readonly written: Json;
  /** The top of the document, converted to OpenAPI 3. */
  readonly top: Json;
  readonly files: DocumentFiles;
}

/** Reads a file by its path relative to the document's folder; `null` if it must not or cannot be read. */
export type ReadBeside = (path: string) => Promise<string | null>;

/** The path of the document itself among its files. */
export const DOCUMENT = "";

/** Maximum number of files that a document may refer to. */
const MAX_FILES = 500;

/** Maximum length of all files together, in characters. */
const MAX_LENGTH = 100_000_000;

/** The reason why a spec is not an OpenAPI document. */
export const ALREADY_A_SPEC = "it is already a spec";

const TOO_LONG = `the document and its files exceed ${MAX_LENGTH.toLocaleString("en")} characters`;

/** The version in Swagger documents. */
const SWAGGER = "2.0";

/**
 * Reads a document and the files that it refers to.
 *
 * @returns The document, its syntax error, or the reason why it is not an OpenAPI document.
 */
export async function loadDocument(
  text: string,
  read: ReadBeside,
): Promise<LoadedDocument | JsonSyntaxError | string> {
  if (text.trim() === "") return "it is empty";
  if (isLikeHtml(text)) return "it is a web page";
  const written = await documentTree(text);
  if (written instanceof JsonSyntaxError) return written;
  const top = await openApi(written);
  if (typeof top === "string") return top;
  const files = new Map<string, Json | string>([[DOCUMENT, top]]);
  const asked = new Set([DOCUMENT]);
  let length = text.length;
  const fileBeside = async (path: string): Promise<Json | string | null> => {
    if (asked.size > MAX_FILES) return `the document refers to more than ${MAX_FILES} files`;
    asked.add(path);
    const beside = length > MAX_LENGTH ? null : await read(path);
    length += beside?.length ?? 0;
    if (length > MAX_LENGTH) return TOO_LONG;
    const json = beside === null ? null : await documentTree(beside);
    return json instanceof JsonSyntaxError ? json.message : json;
  };
  for (const [file, json] of files) {
    const others = typeof json === "string" ? [] : referencedFiles(json, file);
    for (const other of others) {
      if (asked.has(other)) continue;
      const found = await fileBeside(other);
      if (found !== null) files.set(other, found);
    }
  }
  return { written, top, files };
}

/** Returns the document as OpenAPI 3, or the reason why that is not possible. */
async function openApi(written: Json): Promise<Json | string> {
  if (written.kind !== "object") return "it is not an object";
  const [openapi, swagger] = ["openapi", "swagger"].map((key) => {
    const value = memberValue(written, key);
    return value?.kind === "string" ? value.value : value?.kind === "number" ? value.text : null;
  });
  if (openapi != null) {
    return /^3\.[0-2](?:\.|$)/.test(openapi)
      ? written
      : `its version '${quotable(openapi, 20)}' is unknown`;
  }
  if (swagger !== SWAGGER) {
    const hasRoutes = memberValue(written, "routes") !== undefined;
    return hasRoutes ? ALREADY_A_SPEC : "it has no key 'openapi' or 'swagger'";
  }
  const { upgradedDocument } = await import("./upgraded_document.ts");
  return upgradedDocument(written) ?? "it is not valid Swagger 2.0";
}

/** Returns the paths of the files that a file refers to. */
function referencedFiles(json: Json, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  walkJson(json, (value) => {
    const reference = value.kind === "object" ? memberValue(value, "$ref") : undefined;
    if (reference?.kind !== "string") return;
    const { file } = splitReference(reference.value, from);
    if (file !== null) found.add(file);
  });
  return found;
}
