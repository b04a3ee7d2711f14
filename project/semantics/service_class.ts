/** Constructors and methods of the class that a route's handlers call. */

import { callArguments, isName, isOperator, tokenize } from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import { parameters } from "../../python/parameters.ts";
import type { PythonModule } from "../../python/python_module.ts";

/** Finds a class at a module's top level. */
export function findClass({ definitions }: PythonModule, name: string): Definition | undefined {
  return definitions.findLast((each) => each.kind === "class" && each.name === name);
}

/** Finds a method of a class. As in Python, the last method with a name counts. */
export function findMethod(found: Definition, name: string): Definition | undefined {
  return found.children.findLast((each) => each.kind === "function" && each.name === name);
}

/**
 * Lists the required arguments of a class's constructor.
 *
 * @returns Names of parameters; `null` if they are unknown, as with a base class in another module.
 */
export function constructorNeeds(module: PythonModule, found: Definition): string[] | null {
  return new BaseSearch(module).needs(found);
}

// Deeper class hierarchies count as unknown.
const MAX_BASES = 100;

/** Searches a class and its bases for a constructor. Each class is visited once. */
class BaseSearch {
  readonly #module: PythonModule;
  readonly #classes: ReadonlyMap<string, Definition>;
  /** Classes whose bases are being searched. */
  readonly #open = new Set<Definition>();
  /** Classes whose constructors need no arguments. */
  readonly #done = new Set<Definition>();

  constructor(module: PythonModule) {
    this.#module = module;
    const classes = module.definitions.filter(({ kind }) => kind === "class");
    this.#classes = new Map(classes.map((each) => [each.name, each]));
  }

  needs(found: Definition): string[] | null {
    if (this.#done.has(found)) return [];
    if (this.#open.has(found) || this.#open.size === MAX_BASES) return null;
    this.#open.add(found);
    const needs = this.#look(found);
    this.#open.delete(found);
    this.#done.add(found);
    return needs;
  }

  #look(found: Definition): string[] | null {
    const module = this.#module;
    const own = findMethod(found, "__init__");
    if (own !== undefined) return requiredParameters(module, own).slice(1);
    const bases = baseNames(module, found).filter((name) => name !== "object");
    if (isDataclass(module, found)) {
      return bases.length === 0 ? requiredFields(module, found) : null;
    }
    for (const base of bases) {
      const definition = this.#classes.get(base);
      const needs = definition === undefined ? null : this.needs(definition);
      // The first base with required or unknown arguments decides.
      if (needs === null || needs.length > 0) return needs;
    }
    return [];
  }
}

function requiredParameters(module: PythonModule, definition: Definition): string[] {
  return parameters(module, definition).filter(({ isRequired }) => isRequired)
    .map(({ name }) => name);
}

/** Returns the bases of a class as written in the source, without keyword arguments. */
function baseNames({ source, lines }: PythonModule, { header }: Definition): string[] {
  const line = lines[header];
  if (line === undefined) return [];
  const tokens = tokenize(source, line.start, line.body === -1 ? line.end : line.body);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  if (open === -1) return [];
  return callArguments(tokens, open).flatMap((argument) => {
    const { kind, value: [first, ...rest] } = argument;
    if (kind === "keyword" || first === undefined) return [];
    return [source.slice(first.start, (rest.at(-1) ?? first).end)];
  });
}

function isDataclass({ source, lines }: PythonModule, { decorators }: Definition): boolean {
  return decorators.some((index) =>
    /^@(?:\w+\.)?dataclass\b/.test(source.slice(lines[index]?.start, lines[index]?.end))
  );
}

/** Returns the annotated names in a class's body that have no value. */
function requiredFields({ source, lines }: PythonModule, found: Definition): string[] {
  const indent = lines[found.header + 1]?.indent;
  return lines.slice(found.header + 1, found.last + 1).flatMap((line) => {
    const tokens = tokenize(source, line.start, line.end);
    const isField = line.indent === indent && isOperator(tokens[1], ":") &&
      !tokens.some((token) => isOperator(token, "=") || isName(token, "ClassVar"));
    return isField && tokens[0]?.kind === "name" ? [tokens[0].text] : [];
  });
}

/**
 * Explains why a handler cannot call a method.
 *
 * @param given Number of arguments in the handler's call.
 * @returns Words such as `takes 'store'`, or `null` if the call works.
 */
export function callProblem(
  module: PythonModule,
  method: Definition,
  given: number,
): string | null {
  if (method.async) return "is async";
  const kinds = method.decorators.map((index) =>
    module.source.slice(module.lines[index]?.start, module.lines[index]?.end)
  );
  if (kinds.some((text) => /property\b/.test(text))) return "is a property";
  const all = parameters(module, method);
  const own = kinds.some((text) => /^@staticmethod\b/.test(text)) ? all : all.slice(1);
  const positional = own.filter(({ kind }) => kind === "positional");
  const unmet = [...positional.slice(given), ...own.filter(({ kind }) => kind === "keyword")];
  const first = unmet.find(({ isRequired }) => isRequired);
  if (first !== undefined) return `takes '${first.name}'`;
  const takesAny = own.some(({ kind }) => kind === "many");
  return positional.length < given && !takesAny ? "takes no data" : null;
}
