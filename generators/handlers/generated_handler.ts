/** The form of generated handlers. */

import { IMPORTED, namePattern } from "../../project/layout/import_name.ts";
import { documentsErrors } from "../../python/errors_decorator.ts";
import type { Definition } from "../../python/outline.ts";
import { allDefinitions, type PythonModule } from "../../python/python_module.ts";

/** Matches the parameters of a generated handler, on one line or on several. */
const PARAMETERS = String
  .raw`(?:\w+: \w+(?:, \w+: \w+)*|\r?\n(?: {4}\w+: \w+(?:, \w+: \w+)*,?\r?\n)+)?`;
const ARGUMENT = String.raw`(?:\w+(?:=\w+\.\w+)?|${namePattern(IMPORTED.json_body)}\(\w*\))`;
const ARGUMENTS = String.raw`(?:\s*${ARGUMENT}(?:,\s+${ARGUMENT})*,?\s*)?`;
const GENERATED_HANDLER = new RegExp(
  String.raw`^def \w+\(${PARAMETERS}\) -> ResponseReturnValue:\r?\n {4}` +
    String.raw`(?:\w+ = ${namePattern(IMPORTED.request_parameters)}\(\w+\)\r?\n {4})?` +
    String.raw`(?:return jsonify\(\s*service\(\)\.\w+\(${ARGUMENTS}\)\s*\)(?:, 2\d\d)?|` +
    String
      .raw`created = service\(\)\.\w+\(${ARGUMENTS}\)\r?\n {4}location = url_for\([^()]*\)\r?\n {4}` +
    String.raw`return jsonify\(created\), 201, \{"Location": location\}|` +
    String.raw`\w+ = service\(\)\.\w+\(${ARGUMENTS}\)\r?\n {4}` +
    String.raw`return jsonify\(${namePattern(IMPORTED.listed)}\(\w+, \w+\)\)(?:, 2\d\d)?|` +
    String.raw`service\(\)\.\w+\(${ARGUMENTS}\)\r?\n {4}return "", 20[45])$`,
);

/** Reports whether a decorated function has the form of generated handlers. */
export function isGeneratedHandler(
  module: PythonModule,
  { header, last, decorators }: Definition,
): boolean {
  const { source, lines } = module;
  const routes = decorators.filter((line) => !documentsErrors(module, line));
  return routes.length === 1 &&
    GENERATED_HANDLER.test(source.slice(lines[header]?.start, lines[last]?.end));
}

/**
 * Reports whether a route at a line belongs to a function with the form of generated handlers.
 *
 * @param line 1-based.
 */
export function isGeneratedAt(module: PythonModule, line: number): boolean {
  return allDefinitions(module).some((each) =>
    each.decorators.some((index) => module.lines[index]?.row === line) &&
    isGeneratedHandler(module, each)
  );
}
