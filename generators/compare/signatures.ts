/** Finds the parameters that a spec adds to methods whose bodies people wrote. */

import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import { definitionIn } from "../../python/definition_parts.ts";
import { bracketed, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { RouteCode } from "../code/route_files.ts";

/**
 * Returns the names of the parameters that a method gets; `null` if anything else in its signature
 * changes, or if other code may not go with them.
 */
export type FindGained = (method: DefinitionRecord) => readonly string[] | null;

/**
 * Returns a function that compares the methods of a route with those of the spec.
 *
 * @param code Generated only if a method is asked for.
 * @param homes The places of the code.
 */
export function gainedParameters(
  route: string,
  code: Pick<RouteCode, "files">,
  homes: RouteHomes,
): FindGained {
  return (method) => {
    const { layer, name } = method;
    const found = homes.of(route).found.get(definitionKey(method));
    if (found === undefined || layer === "mock") return null;
    const wanted = symbols(readPython(code.files.get(DEFAULT_LAYOUT.layerPath(route, layer)) ?? ""))
      .findLast((each) => each.name === name);
    const [now, next] = [found.place.symbol.text, wanted?.text ?? ""].map(signatureOf);
    if (now == null || next == null || now.returned !== next.returned) return null;
    const { length } = now.parameters;
    // Between others, a parameter would change what code passes by position.
    if (now.parameters.some((each, index) => next.parameters[index] !== each)) return null;
    const gained = next.parameters.slice(length).map((each) => each.split(" ", 1)[0] ?? each);
    // A decorator may pass only what it knows, and the body may use a name for something else.
    const words = new Set(found.place.symbol.text.match(WORD));
    if (now.isDecorated || gained.some((each) => words.has(each))) return null;
    return isCalledBeside(found, route, homes) ? null : gained;
  };
}

const WORD = /[\w\u0080-\uffff]+/g;

/** Reports whether other methods of its class call a method, or another class extends that class. */
function isCalledBeside(
  { name, place }: FoundDefinition,
  route: string,
  homes: RouteHomes,
): boolean {
  const [className = "", method = ""] = name.split(".");
  const calls = new RegExp(`\\b(?:self|super\\(\\))\\.${method}\\(`);
  const extended = new RegExp(`^class \\w+\\([^)]*\\b${className}\\b`, "m");
  const paths = new Set([place.path, ...Object.values(homes.of(route).paths)]);
  return [...paths].flatMap((path) => [...homes.symbolsIn(path).values()]).some(({ symbol }) =>
    symbol.kind === "class"
      ? extended.test(symbol.text)
      : symbol.name.startsWith(`${className}.`) && calls.test(symbol.text)
  );
}

/** Says which parameters a method of people gets, such as `gets 'limit' and 'sort' now`. */
export function gainedText(names: readonly string[]): string {
  const quoted = names.map((each) => `'${each}'`);
  const last = quoted.pop() ?? "";
  return `gets ${quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`} now`;
}

/** A signature, with its tokens separated by spaces. */
interface Signature {
  readonly parameters: readonly string[];
  readonly returned: string;
  readonly isDecorated: boolean;
}

function signatureOf(text: string): Signature | null {
  const parsed = definitionIn(text);
  if (parsed === null) return null;
  const { scan, range: { definition } } = parsed;
  const header = scan.lines[definition.header];
  if (header === undefined) return null;
  const tokens = tokenize(scan.source, header.start, header.body);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  if (open === -1) return null;
  const { items, next } = bracketed(tokens, open);
  const written = (all: readonly Token[]) => all.map((token) => token.text).join(" ");
  return {
    parameters: items.map(written),
    returned: written(tokens.slice(next)),
    isDecorated: definition.decorators.length > 0,
  };
}
