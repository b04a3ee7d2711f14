/** Lists the symbols of a module: the parts that can be compared, kept and replaced separately. */

import { commentedEnd, commentedStart } from "./extent.ts";
import { partsHash } from "./definition_hash.ts";
import {
  assignedName,
  definitionIn,
  type DefinitionParts,
  definitionParts,
  generatedForms,
  surroundings,
} from "./definition_parts.ts";
import { errorsNames, GENERATED_NAMES } from "./errors_decorator.ts";
import { formHash, normalForm, normalFormIn } from "./normal_form.ts";
import type { Definition } from "./outline.ts";
import type { PythonModule } from "./python_module.ts";

/** The logical lines of a symbol. */
interface SymbolLines {
  readonly first: number;
  readonly last: number;
  /**
   * The indentation of the symbol's header. Comments below the symbol belong to it if they are
   * indented deeper.
   */
  readonly indent: number;
  /** The definition of a function or class. */
  readonly definition?: Definition;
  /** The last line of a class, below its methods. */
  readonly end?: number;
}

/**
 * A top-level function, class or assignment, or a method. The symbol of a class ends where its
 * first method starts. Start and end are computed on access, because most symbols of a large module
 * are only needed by name.
 */
export class PythonSymbol {
  #hash: string | undefined;

  /** @param name A name such as `get`, `Service.get` or `LIMIT`. Overloads have the same name. */
  constructor(
    private readonly module: PythonModule,
    readonly kind: "function" | "method" | "class" | "assignment",
    readonly name: string,
    private readonly lines: SymbolLines,
  ) {}

  /** The start of its first physical line, including attached comments and decorators. */
  get start(): number {
    return commentedStart(this.module, this.lines.first);
  }

  /** The end of its last physical line, before the line break. */
  get end(): number {
    const { last, indent } = this.lines;
    return commentedEnd(this.module, last, indent, commentedStart(this.module, last + 1));
  }

  /** The end of its last physical line, with the methods of a class. */
  get wholeEnd(): number {
    const { last, indent, end = last } = this.lines;
    return commentedEnd(this.module, end, indent, commentedStart(this.module, end + 1));
  }

  /** The normal form of its text. */
  get normalForm(): string {
    const { module, start, end } = this;
    if (!this.#isReadable) return normalForm(this.text);
    const lines = module.lines.slice(this.lines.first, this.lines.last + 1);
    return normalFormIn(module, [{ start, end, lines }]);
  }

  /** Whether its form can be read from the module without scanning its text again. */
  get #isReadable(): boolean {
    const { problems, physical } = this.module;
    return problems.length === 0 && physical.hasOnlyLineFeeds;
  }

  /**
   * The hash of what a generator writes. Formatting does not affect the hash, nor do decorators,
   * docstrings and comments that people put around that; comments in the body do.
   */
  get hash(): string {
    return this.#hash ??= this.#findHash();
  }

  #findHash(): string {
    const { module, end, lines: { definition, last } } = this;
    if (definition === undefined) return formHash(this.normalForm);
    const names = errorsNames(module);
    if (!this.#isReadable) return definitionHash(this.text, names);
    const forms = generatedForms(module, { definition, last, end, errorsNames: names });
    return forms === null ? formHash(this.normalForm) : partsHash(forms);
  }

  /** What people put around the parts: other decorators, the docstring and comments. May be empty. */
  get surroundings(): string {
    const { module: { source }, parts } = this;
    return parts === null ? "" : surroundings(source, parts, this).trim();
  }

  /** The parts that a generator writes; `null` for an assignment. */
  get parts(): DefinitionParts | null {
    const { module, end, lines: { definition, last } } = this;
    if (definition === undefined) return null;
    return definitionParts(module, { definition, last, end, errorsNames: errorsNames(module) });
  }

  /** The members of a class below its first method, which are not in its text. */
  get membersBelow(): readonly string[] {
    const { module: { source, lines }, lines: { definition, last, end = last } } = this;
    const indent = lines[(definition?.header ?? last) + 1]?.indent;
    return lines.slice(last + 1, end + 1).flatMap((line) =>
      line.indent === indent ? assignedName(source, line) ?? [] : []
    );
  }

  /** The text of the symbol, with `\n` as line breaks. */
  get text(): string {
    const text = this.module.source.slice(this.start, this.end);
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }
}

/**
 * Returns the hash of what a generator writes, for the text of a symbol.
 *
 * @param names The names of the decorator that documents errors, by default those in generated code.
 */
export function definitionHash(text: string, names = GENERATED_NAMES): string {
  const found = definitionIn(text, names);
  const forms = found && generatedForms(found.scan, found.range);
  return forms === null ? formHash(normalForm(text)) : partsHash(forms);
}

/**
 * Lists the symbols of a module in the order of the source.
 *
 * @example
 * ```ts
 * import { readPython } from "./python_module.ts";
 * import { symbols } from "./symbols.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const module = readPython("LIMIT = 5\n\nclass Service:\n    def get(self): ...\n");
 * deepEqual(symbols(module).map(({ name }) => name), ["LIMIT", "Service", "Service.get"]);
 * ```
 */
export function symbols(module: PythonModule): readonly PythonSymbol[] {
  const listed = lists.get(module) ?? listSymbols(module, methodsOf);
  lists.set(module, listed);
  return listed;
}

/**
 * Lists the symbols with names that are not in an earlier version of the module. Creates no symbols
 * for methods that the earlier version has, because a large class can have thousands of them.
 */
export function addedSymbols(before: PythonModule, after: PythonModule): readonly PythonSymbol[] {
  const old = new Set(listSymbols(before, () => []).map(({ name }) => name));
  const classes = Map.groupBy(
    before.definitions.filter(({ kind }) => kind === "class"),
    ({ name }) => name,
  );
  const known = new Map<string, ReadonlySet<string>>();
  const now = listSymbols(after, (found) => {
    const earlier = classes.get(found.name) ?? [];
    const names = known.get(found.name) ??
      new Set(earlier.flatMap(methodsOf).map(({ name }) => name));
    known.set(found.name, names);
    return methodsOf(found).filter(({ name }) => !names.has(name));
  });
  return now.filter(({ kind, name }) => kind === "method" || !old.has(name));
}

const lists = new WeakMap<PythonModule, readonly PythonSymbol[]>();

/** @param methods Returns the methods of a class to list. */
function listSymbols(
  module: PythonModule,
  methods: (found: Definition) => readonly Definition[],
): readonly PythonSymbol[] {
  const found: PythonSymbol[] = [];
  let next = 0;
  for (const definition of module.definitions) {
    addAssignments(found, module, next, definition.header);
    const { kind, name } = definition;
    if (kind === "class") {
      found.push(classSymbol(module, definition));
      for (const method of methods(definition)) {
        found.push(definitionSymbol(module, method, "method", `${name}.${method.name}`));
      }
    } else found.push(definitionSymbol(module, definition, "function", name));
    next = definition.last + 1;
  }
  addAssignments(found, module, next, module.lines.length);
  return found;
}

function classSymbol(module: PythonModule, definition: Definition): PythonSymbol {
  const first = definition.children.find(isFunction);
  const last = first === undefined ? definition.last : firstLineOf(first) - 1;
  return definitionSymbol(
    module,
    { ...definition, last },
    "class",
    definition.name,
    definition.last,
  );
}

function methodsOf({ children }: Definition): readonly Definition[] {
  return children.filter(isFunction);
}

function isFunction({ kind }: Definition): boolean {
  return kind === "function";
}

function definitionSymbol(
  module: PythonModule,
  definition: Definition,
  kind: PythonSymbol["kind"],
  name: string,
  end = definition.last,
): PythonSymbol {
  const { header, last } = definition;
  const indent = module.lines[header]?.indent ?? 0;
  const lines = { first: firstLineOf(definition), last, indent, definition, end };
  return new PythonSymbol(module, kind, name, lines);
}

function firstLineOf({ decorators, header }: Definition): number {
  return decorators[0] ?? header;
}

/** Adds the assignments between two logical lines. */
function addAssignments(
  found: PythonSymbol[],
  module: PythonModule,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const line = module.lines[index];
    if (line === undefined || line.indent > 0) continue;
    const name = assignedName(module.source, line);
    if (name === null) continue;
    const lines = { first: index, last: index, indent: Infinity };
    found.push(new PythonSymbol(module, "assignment", name, lines));
  }
}

/** Returns a symbol's name without its class: `get` for `UsersService.get`. */
export function ownName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
