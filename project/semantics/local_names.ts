/** The local names of a module's functions. */

import { lineBindings } from "../../python/bindings.ts";
import { type Token, tokenize } from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import { parameters } from "../../python/parameters.ts";
import { allDefinitions, type PythonModule } from "../../python/python_module.ts";
import { readAssignment } from "../routing/flask_scope.ts";

interface AssignedValue {
  readonly line: number;
  readonly value: readonly Token[];
}

/** The names that a function and its nested functions bind. */
interface Body {
  readonly names: ReadonlySet<string>;
  /** The values of each variable, in the order of the source. */
  readonly values: ReadonlyMap<string, readonly AssignedValue[]>;
}

/**
 * Finds the local names at any line of a module.
 *
 * A line in nested functions is read once, with the outermost function. The work therefore grows
 * linearly with the module, however deep its functions nest.
 */
export class LocalNames {
  readonly #module: PythonModule;
  readonly #functions: readonly Definition[];
  readonly #bodies = new Map<Definition, Body>();
  readonly #declared = new Map<Definition, ReadonlySet<string>>();

  constructor(module: PythonModule) {
    this.#module = module;
    this.#functions = allDefinitions(module).filter(({ kind }) => kind === "function");
  }

  /** Reports whether a function around a line binds a name. */
  has(line: number, name: string): boolean {
    const functions = this.#around(line);
    const [outermost] = functions;
    return outermost !== undefined && (this.#body(outermost).names.has(name) ||
      functions.some((each) => this.#declaredBy(each).has(name)));
  }

  /**
   * Returns the value that the innermost function around a line assigns to a variable above that line.
   *
   * @returns The tokens of the value; `null` if the function assigns none or several above the line.
   */
  valueBefore(line: number, name: string): readonly Token[] | null {
    const functions = this.#around(line);
    const [outermost] = functions;
    const innermost = functions.at(-1);
    if (outermost === undefined || innermost === undefined) return null;
    const all = this.#body(outermost).values.get(name) ?? [];
    const from = all.findIndex((each) => each.line > innermost.header);
    const [first, second] = from === -1 ? [] : all.slice(from, from + 2);
    const isOnly = first !== undefined && first.line < line &&
      (second === undefined || second.line >= line);
    return isOnly ? first.value : null;
  }

  /** Returns the functions around a line, outermost first. */
  #around(line: number): readonly Definition[] {
    return this.#functions.filter(({ header, last }) => header <= line && line <= last);
  }

  #body(definition: Definition): Body {
    const known = this.#bodies.get(definition);
    if (known !== undefined) return known;
    const body = readBody(this.#module, definition);
    this.#bodies.set(definition, body);
    return body;
  }

  #declaredBy(definition: Definition): ReadonlySet<string> {
    const known = this.#declared.get(definition);
    if (known !== undefined) return known;
    const all = [...parameters(this.#module, definition), ...definition.children];
    const names = new Set(all.map(({ name }) => name));
    this.#declared.set(definition, names);
    return names;
  }
}

function readBody(module: PythonModule, { header, last }: Definition): Body {
  const { source, lines } = module;
  const names = new Set<string>();
  const values = new Map<string, AssignedValue[]>();
  for (let line = header + 1; line <= last; line++) {
    for (const { name } of lineBindings(module, line)) names.add(name);
    const { start = 0, end = 0 } = lines[line] ?? {};
    const assignment = readAssignment(tokenize(source, start, end));
    for (const target of new Set(assignment?.targets)) {
      const found = { line, value: assignment?.value ?? [] };
      const known = values.get(target);
      if (known === undefined) values.set(target, [found]);
      else known.push(found);
    }
  }
  return { names, values };
}
