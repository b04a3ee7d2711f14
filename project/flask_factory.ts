/** Functions that make a blueprint or an application and return it. */

import { dottedName, isName, isOperator, type Token, tokenize } from "../python/expression.ts";
import type { PythonModule } from "../python/python_module.ts";
import type { FlaskScope } from "./flask_scope.ts";

/** The variable of the router that a call of one of the module's functions returns, if it does. */
export function returnedRouter(
  { source, lines, definitions }: PythonModule,
  { routers }: FlaskScope,
  call: readonly Token[],
): string | null {
  const called = dottedName(call, 0);
  if (called === null || !isOperator(call[called.next], "(")) return null;
  const factory = definitions.find(({ kind, name }) => kind === "function" && name === called.text);
  if (factory === undefined) return null;
  for (const { start, end } of lines.slice(factory.header + 1, factory.last + 1)) {
    if (!source.startsWith("return", start)) continue;
    const [keyword, value, ...more] = tokenize(source, start, end);
    const isReturn = isName(keyword, "return") && more.length === 0;
    if (isReturn && value !== undefined && routers.has(value.text)) return value.text;
  }
  return null;
}
