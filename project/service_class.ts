/** The class that a route's handlers call: how to make one, and what its methods take. */

import { callArguments, isName, isOperator, tokenize } from "../python/expression.ts";
import type { Definition } from "../python/outline.ts";
import { parameters } from "../python/parameters.ts";
import type { PythonModule } from "../python/python_module.ts";

/** Finds a class at a module's top level. */
export function findClass({ definitions }: PythonModule, name: string): Definition | undefined {
  return definitions.findLast((each) => each.kind === "class" && each.name === name);
}

/** Finds a method of a class: the last of its name, as Python does. */
export function findMethod(found: Definition, name: string): Definition | undefined {
  return found.children.findLast((each) => each.kind === "function" && each.name === name);
}

/**
 * Lists what the constructor of a class has to be given.
 *
 * @returns Names of parameters, or `null` where a class of another module decides.
 */
export function constructorNeeds(module: PythonModule, found: Definition): string[] | null {
  return new BaseSearch(module).needs(found);
}

// Whoever makes a deeper tower of classes than this is not told what its constructor needs.
const MAX_BASES = 100;

/** Looks for the constructor that a class has or inherits: at each class once. */
class BaseSearch {
  readonly #module: PythonModule;
  readonly #classes: ReadonlyMap<string, Definition>;
  /** Classes whose bases are being looked at. */
  readonly #open = new Set<Definition>();
  /** Classes that need nothing. */
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
      // Whatever a class needs, or if nobody knows, that ends the search.
      if (needs === null || needs.length > 0) return needs;
    }
    return [];
  }
}

function requiredParameters(module: PythonModule, definition: Definition): string[] {
  return parameters(module, definition).filter(({ isRequired }) => isRequired)
    .map(({ name }) => name);
}

/** The bases of a class as they are written, without keywords. */
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

/** Annotated names of a class's body that have no value. */
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
 * Tells why a handler cannot call a method.
 *
 * @param given How many values it would give.
 * @returns Words such as `takes 'store'`, or `null` if it can.
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
