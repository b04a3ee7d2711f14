/** The form of generated handlers. */

import { IMPORTED, namePattern } from "../../project/layout/import_name.ts";
import { documentsErrors } from "../../python/errors_decorator.ts";
import { normalFormIn } from "../../python/normal_form.ts";
import type { Definition } from "../../python/outline.ts";
import { allDefinitions, type PythonModule } from "../../python/python_module.ts";

/** Returns a pattern for none or several items in brackets, as normal forms have them. */
function several(item: string): string {
  return String.raw`(?: ${item}(?: , ${item})*)?`;
}

const PARAMETERS = several(String.raw`\w+ : \w+`);
const ARGUMENTS = several(
  String.raw`(?:\w+(?: = \w+ \. \w+)?|${namePattern(IMPORTED.json_body)} \((?: \w+)? \))`,
);
const CALL = String.raw`service \( \) \. \w+ \(${ARGUMENTS} \)`;
const STATUS = String.raw`(?: , 2\d\d)?`;

/** Matches the normal form of a generated handler. Its formatting depends on the length of its lines. */
const GENERATED_HANDLER = new RegExp(
  String.raw`^def \w+ \(${PARAMETERS} \) -> ResponseReturnValue :\n ` +
    String.raw`(?:\w+ = ${namePattern(IMPORTED.request_parameters)} \( \w+ \)\n )?(?:` +
    [
      String.raw`return jsonify \( ${CALL} \)${STATUS}`,
      String.raw`created = ${CALL}\n location = url_for \( [^()]* \)\n ` +
      String.raw`return jsonify \( created \) , 201 , \{ "Location" : location \}`,
      String.raw`\w+ = ${CALL}\n return jsonify \( ${
        namePattern(IMPORTED.listed)
      } \( \w+ , \w+ \) \)${STATUS}`,
      String.raw`${CALL}\n return "" , 20[45]`,
    ].join("|") + ")$",
);

/** Reports whether a decorated function has the form of generated handlers. */
export function isGeneratedHandler(
  module: PythonModule,
  { header, last, decorators }: Definition,
): boolean {
  const routes = decorators.filter((line) => !documentsErrors(module, line));
  if (routes.length !== 1) return false;
  const lines = module.lines.slice(header, last + 1);
  const [{ lineStart: start } = { lineStart: 0 }] = lines;
  const end = lines.at(-1)?.end ?? start;
  return GENERATED_HANDLER.test(normalFormIn(module, [{ start, end, lines }]));
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
