/** What one module shows of its names: those it lacks, binds twice, imports and offers to others. */

import type { Snapshot } from "../../core/change_set.ts";
import { partitionPoint } from "../../core/partition_point.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { lineImports } from "../../python/import_statement.ts";
import { parameters } from "../../python/parameters.ts";
import { positionAt } from "../../python/position.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { isReserved } from "../../python/reserved_names.ts";
import { factAbout, type FactKind } from "../facts/fact_store.ts";
import { Scope } from "../semantics/scopes.ts";
import { statementNames } from "./statement_names.ts";

/** A name and its line. */
export interface NameInLine {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** An import that runs whenever its function or its module runs. */
export interface PlainImport {
  readonly line: number;
  /** The module with its leading dots. */
  readonly module: string;
  /** The imported members; `null` for `import a.b`. */
  readonly members: readonly string[] | null;
}

/** The names of a module. A module that does not parse has none. */
export interface ModuleFacts {
  /** The first use of each name that nothing defines. */
  readonly unknown: readonly NameInLine[];
  /** The plain definitions that replace an earlier one of the same name. */
  readonly repeated: readonly NameInLine[];
  readonly imports: readonly PlainImport[];
  /** The name of each class that has methods, and the names of its methods. */
  readonly classes: readonly (readonly [string, ...string[]])[];
  /** The names that other modules can import; `null` if there may be others. */
  readonly offered: readonly string[] | null;
}

/** Returns the facts about a module. */
export function moduleFacts(files: Snapshot, path: ProjectPath): ModuleFacts {
  return factAbout(files, path, NAMES, () => readFacts(readPython(files.get(path) ?? "")));
}

const NAMES: FactKind<ModuleFacts> = {
  name: "names",
  toJson: (facts) => facts,
  fromJson: (json) => json as ModuleFacts,
};

/** Code that can define names in ways that its text does not show. */
const OPEN =
  /import[ \t]*\*|\b(?:exec|execfile|globals|locals|setattr|vars)\(|__builtins__|builtins|NameError|__dict__|\bexcept[ \t]+[\w.]+,/;

/** Code by which a module can have more members than it binds. */
const OPEN_TO_OTHERS = /__getattr__|__path__|sys\.modules/;

/** Names that Python 2 has, that programs install for all modules, or that start a statement. */
const ELSEWHERE = new Set(
  ("_ apply match basestring buffer cmp coerce execfile file intern long raw_input reduce reload " +
    "reveal_locals reveal_type unichr unicode xrange").split(" "),
);

function readFacts(module: PythonModule): ModuleFacts {
  const { source, problems } = module;
  if (problems.length > 0) {
    return { unknown: [], repeated: [], imports: [], classes: [], offered: null };
  }
  const reader = new NameReader(module);
  const isOpen = OPEN.test(source);
  return {
    unknown: isOpen ? [] : reader.unknown(),
    repeated: reader.repeated,
    imports: reader.imports,
    classes: module.definitions.flatMap(({ kind, name, children }) =>
      kind === "class" && children.length > 0
        ? [[name, ...children.map((each) => each.name)] as const]
        : []
    ),
    offered: isOpen || OPEN_TO_OTHERS.test(source) ? null : [...reader.top],
  };
}

interface ReadName {
  readonly token: Token;
  readonly scope: Scope;
}

/** Reads the names of each scope of a module once. */
class NameReader {
  readonly repeated: NameInLine[] = [];
  readonly imports: PlainImport[] = [];
  readonly #module: PythonModule;
  readonly #bound = new Map<Scope, Set<string>>();
  readonly #read: ReadName[] = [];
  readonly #top: Scope;
  #mentioned: ReadonlyMap<string, readonly number[]> | undefined;
  /** Whether annotations are evaluated. */
  readonly #isTyped: boolean;

  constructor(module: PythonModule) {
    this.#module = module;
    this.#isTyped = !/^from __future__ import .*annotations/m.test(module.source);
    this.#top = new Scope(module);
    const waiting = [this.#top];
    for (let scope = waiting.pop(); scope !== undefined; scope = waiting.pop()) {
      this.#scope(scope);
      for (const child of scope.children.values()) waiting.push(child);
    }
  }

  /** The names that the module binds at its top level. */
  get top(): ReadonlySet<string> {
    return this.#names(this.#top);
  }

  /** Returns the first use of each name that no visible scope binds. */
  unknown(): readonly NameInLine[] {
    const found = new Map<string, number>();
    for (const { token: { text, start }, scope } of this.#read) {
      const isElsewhere = isReserved(text) || ELSEWHERE.has(text) || text.startsWith("__");
      if (isElsewhere || this.#isBound(text, scope)) continue;
      found.set(text, Math.min(start, found.get(text) ?? start));
    }
    const { starts } = this.#module.physical;
    return [...found].map(([name, start]) => ({ name, line: positionAt(starts, start).line }));
  }

  #isBound(name: string, scope: Scope): boolean {
    for (let around: Scope | null = scope; around !== null; around = around.parent) {
      if (around.kind === "class" && around !== scope) continue;
      if (this.#names(around).has(name)) return true;
    }
    return false;
  }

  #names(scope: Scope): Set<string> {
    const known = this.#bound.get(scope) ?? new Set<string>();
    this.#bound.set(scope, known);
    return known;
  }

  #scope(scope: Scope): void {
    const { source, lines } = this.#module;
    const indent = this.#indent(scope);
    for (const index of scope.lines()) {
      const line = lines[index];
      if (line === undefined) continue;
      const imports = line.indent === indent ? lineImports(source, line, index) : [];
      for (const { kind, module, names } of imports) {
        const all = kind === "from" ? [{ module, members: names.map(({ name }) => name) }] : names
          .map(({ name }) => ({ module: name, members: null }));
        for (const each of all) this.imports.push({ line: line.row, ...each });
      }
      const tokens = tokenize(source, line.start, line.end);
      const isBlock = BLOCKS.has(tokens[0]?.text ?? "") && line.body !== -1;
      const body = isBlock ? line.body : line.end;
      this.#statements(tokens.filter(({ start }) => start < body), scope);
      this.#statements(tokens.filter(({ start }) => start >= body), scope);
    }
    for (const child of scope.children.values()) this.#header(child, scope);
    this.#definitions(scope, indent);
  }

  /** Returns the indentation of the statements of a scope that are in no branch. */
  #indent({ definition }: Scope): number {
    return definition === null ? 0 : this.#module.lines[definition.header + 1]?.indent ?? 0;
  }

  #statements(tokens: readonly Token[], scope: Scope): void {
    let start = 0;
    for (let end = 0; end <= tokens.length; end++) {
      if (end < tokens.length && !isOperator(tokens[end], ";")) continue;
      const statement = tokens.slice(start, end);
      this.#add(statement, scope);
      start = end + 1;
    }
  }

  #add(statement: readonly Token[], scope: Scope): void {
    const { read, bound } = statementNames(statement, this.#isTyped);
    const names = this.#names(scope);
    for (const name of bound) names.add(name);
    if (isName(statement[0], "global")) {
      for (const name of bound) {
        this.#names(this.#top).add(name);
      }
    }
    for (const token of read) this.#read.push({ token, scope });
  }

  /** Reads the header of a definition: its name, parameters, bases, annotations and defaults. */
  #header(child: Scope, outer: Scope): void {
    const { definition } = child;
    const line = this.#module.lines[definition?.header ?? -1];
    if (definition === null || line === undefined) return;
    const { source } = this.#module;
    const body = line.body === -1 ? line.end : line.body;
    const tokens = tokenize(source, line.start, body);
    const names = this.#names(child);
    this.#names(outer).add(definition.name);
    const first = tokens.findIndex((token) => isName(token, definition.name)) + 1;
    const given = definition.kind === "function" ? parameters(this.#module, definition) : [];
    for (const { name } of given) names.add(name);
    // In `def f[T](x: T)`, everything in the first brackets is bound.
    const types = isOperator(tokens[first], "[");
    if (!types && (definition.kind === "class" || this.#isTyped)) {
      const { read, bound } = statementNames(tokens.slice(first));
      const own = new Set([...given.map(({ name }) => name), ...bound]);
      for (const token of read) {
        if (!own.has(token.text)) this.#read.push({ token, scope: outer });
      }
    }
    if (body < line.end) {
      this.#statements(tokenize(source, body, line.end), child);
    }
  }

  /** Finds plain definitions of one name, outside of branches, without a use of the name between. */
  #definitions(scope: Scope, indent: number): void {
    if (scope.kind === "function") return;
    const { lines } = this.#module;
    const earlier = new Map<string, number>();
    const owner = scope.definition === null ? "" : `${scope.definition.name}.`;
    for (const { definition } of scope.children.values()) {
      if (definition === null) continue;
      const { name, header, last, decorators } = definition;
      const line = lines[header];
      const isPlain = decorators.length === 0 && line?.indent === indent && name !== "_";
      const from = isPlain ? earlier.get(name) : undefined;
      if (isPlain) earlier.set(name, lines[last]?.end ?? line.end);
      else earlier.delete(name);
      if (line === undefined || from === undefined) continue;
      const mentions = this.#mentions.get(name) ?? [];
      const next = mentions[partitionPoint(mentions, (at) => at <= from)] ?? Infinity;
      if (next < line.start) continue;
      this.repeated.push({ name: owner + name, line: line.row });
    }
  }

  /** The offsets of each name that is no attribute. */
  get #mentions(): ReadonlyMap<string, readonly number[]> {
    return this.#mentioned ??= mentionsIn(this.#module.source);
  }
}

function mentionsIn(source: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { 0: name, index } of source.matchAll(/(?<![.\w])[A-Za-z_]\w*/g)) {
    const known = found.get(name);
    if (known === undefined) found.set(name, [index]);
    else known.push(index);
  }
  return found;
}

const BLOCKS = new Set(
  "async case elif else except finally for if match try while with".split(" "),
);
