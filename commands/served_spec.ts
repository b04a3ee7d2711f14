/** Reads the document that `mock` serves: a spec, or an OpenAPI document. */

import { dirname, resolve } from "node:path";
import { warning } from "../core/diagnostic.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { isLikeYaml } from "../spec/other_document.ts";
import { readSpec, type SpecResult } from "../spec/read_spec.ts";
import type { Host } from "./host.ts";
import { inputName } from "./input.ts";
import { readBeside } from "./read_beside.ts";

/**
 * Reads a spec or an OpenAPI document.
 *
 * @param text The text of the file.
 * @param file Its path as typed; `-` for stdin.
 */
export async function readServedSpec(
  text: string,
  file: string,
  { host, cwd }: { readonly host: Host; readonly cwd: string },
): Promise<SpecResult> {
  const path = inputName(file);
  const found = readSpec(text, { path });
  const [problem] = found.diagnostics;
  const isOtherYaml = problem?.code === "json-syntax" && /\.ya?ml$/i.test(file) &&
    !isLikeYaml(text);
  if (problem?.code !== "spec-openapi" && !isOtherYaml) return found;
  const { importOpenApi, leftOutMessage } = await import("./late_changes.ts");
  const folder = file === "-" ? null : dirname(resolve(cwd, file));
  const { data, diagnostics } = await importOpenApi(text, {
    path,
    ...(folder !== null && { readFile: (name) => Promise.resolve(readBeside(host, folder, name)) }),
  });
  if (data === null || data.spec === null) return { spec: null, diagnostics };
  const lost = leftOutMessage(data);
  const hint = `'layerwright import ${shellQuote(file)}' lists what is missing`;
  const left = lost === null ? [] : [warning("import-incomplete", lost, { hint })];
  const servers = diagnostics.filter(({ code }) => code === "import-servers");
  const { spec, diagnostics: own } = readSpec(data.spec, { path });
  // Positions in the imported spec would be wrong in the document.
  return {
    spec,
    diagnostics: [...left, ...servers, ...own.map((each) => ({ ...each, where: null }))],
  };
}
