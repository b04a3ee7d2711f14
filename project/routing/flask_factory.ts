/** Functions that create a blueprint or an application and return it. */

import { isName, tokenize } from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { FlaskScope } from "./flask_scope.ts";

/** Returns the variable of the router that a function returns; `null` if it returns no router. */
export function returnedRouter(
  { source, lines }: PythonModule,
  { routers }: FlaskScope,
  factory: Definition,
): string | null {
  for (const { start, end } of lines.slice(factory.header + 1, factory.last + 1)) {
    if (!source.startsWith("return", start)) continue;
    const [keyword, value, ...more] = tokenize(source, start, end);
    const isReturn = isName(keyword, "return") && more.length === 0;
    if (isReturn && value !== undefined && routers.has(value.text)) return value.text;
  }
  return null;
}
