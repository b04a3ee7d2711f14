/** The parts of functions and classes that determine the result of a call. */

import {
  callArguments,
  dottedName,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import type { Place } from "./values.ts";

/**
 * Lists the names of a definition's decorators, such as `pytest.fixture`.
 *
 * @param isListed Reports whether to list the decorator on a logical line; by default, all are listed.
 */
export function decoratorNames(
  { module: { python }, scope }: Place,
  isListed: (index: number) => boolean = () => true,
): string[] {
  const { source, lines } = python;
  return (scope.definition?.decorators ?? []).filter(isListed).flatMap((index) => {
    const line = lines[index];
    const tokens = line === undefined ? [] : tokenize(source, line.start, line.end);
    return dottedName(tokens, 1)?.text ?? [];
  });
}

/** Returns the tokens of a function's return annotation. */
export function returnAnnotation(place: Place): readonly Token[] {
  const { tokens, body } = header(place);
  const arrow = tokens.findIndex((token) => isOperator(token, "->"));
  return arrow === -1 ? [] : tokens.slice(arrow + 1).filter(({ end }) => end < body);
}

/** Lists the expressions that a function returns or yields. */
export function returnedTokens(place: Place): readonly (readonly Token[])[] {
  const { module: { python: { source, lines } }, scope } = place;
  const { tokens, body } = header(place);
  const inline = tokens.filter(({ start }) => start >= body);
  const statements = [
    inline,
    ...[...scope.lines()].map((index) => {
      const line = lines[index];
      if (line === undefined || !RETURN.test(source.slice(line.start, line.start + 6))) return [];
      return tokenize(source, line.start, line.end);
    }),
  ];
  return statements.flatMap((statement) => {
    const isReturn = isName(statement[0], "return") || isName(statement[0], "yield");
    return isReturn && statement.length > 1 ? [statement.slice(1)] : [];
  });
}

const RETURN = /^(?:return|yield)/;

/** Lists the expressions for the bases of a class. */
export function baseTokens(place: Place): readonly (readonly Token[])[] {
  const { tokens } = header(place);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  if (open !== 2) return [];
  return callArguments(tokens, open).filter(({ kind }) => kind === "positional")
    .map(({ value }) => value);
}

/** Returns the tokens of a definition's header, and the offset after its colon. */
function header({ module: { python }, scope }: Place) {
  const line = python.lines[scope.definition?.header ?? -1];
  if (line === undefined) return { tokens: [], body: Infinity };
  const body = line.body === -1 ? Infinity : line.body;
  return { tokens: tokenize(python.source, line.start, line.end), body };
}
