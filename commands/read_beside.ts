/** Reads the files that an OpenAPI document refers to. */

import { extname, isAbsolute, relative, resolve, sep } from "node:path";
import { decodeJsonText } from "../core/json_text.ts";
import type { Host } from "./host.ts";

/** Maximum size of a spec, of a document and of each file that it refers to, in bytes. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/**
 * The extensions of files that a document can refer to. Other files are not read, because almost
 * any text parses as YAML, even a `.env` file with secrets.
 */
const EXTENSIONS: ReadonlySet<string> = new Set([".json", ".yaml", ".yml"]);

/**
 * Reads a file in the document's folder, or below it. Links must not lead out of the folder. A
 * stranger's document must not copy secrets into the spec, so hidden files and files with other
 * extensions are not read.
 */
export function readBeside(host: Host, folder: string, path: string): string | null {
  const [top, real] = [host.realPath(folder), host.realPath(resolve(folder, path))];
  if (top === null || real === null) return null;
  const inside = relative(top, real);
  const isHidden = inside.split(sep).some((each) => each.startsWith("."));
  if (isHidden || isAbsolute(inside) || !EXTENSIONS.has(extname(inside).toLowerCase())) return null;
  const read = host.readRegularFile(real, MAX_DOCUMENT_BYTES);
  return read.kind === "read" ? decodeJsonText(read.bytes) : null;
}
