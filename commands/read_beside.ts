/** Reads the files that an OpenAPI document refers to. */

import { isAbsolute, relative, resolve, sep } from "node:path";
import { decodeJsonText } from "../core/json_text.ts";
import type { Host } from "./host.ts";

/** Maximum size of a document and of each file that it refers to, in bytes. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** Reads a file in the document's folder, or below it. Links must not lead out of the folder. */
export async function readBeside(
  host: Host,
  folder: string,
  path: string,
): Promise<string | null> {
  const [top, real] = [host.realPath(folder), host.realPath(resolve(folder, path))];
  if (top === null || real === null) return null;
  const inside = relative(top, real);
  if (inside.split(sep)[0] === ".." || isAbsolute(inside)) return null;
  const read = await host.readFile(real, MAX_DOCUMENT_BYTES);
  return read.kind === "read" ? decodeJsonText(read.bytes) : null;
}
