/** Finds calls of methods that the called class of the project does not have. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { type Token, tokenize } from "../../python/expression.ts";
import { lineIndexAt } from "../../python/find_line.ts";
import { operandStart } from "../../python/operand.ts";
import { positionAt } from "../../python/position.ts";
import { followChain } from "../semantics/chain.ts";
import { Evaluator } from "../semantics/evaluator.ts";
import { ProjectModules } from "../semantics/project_modules.ts";
import type { Scope } from "../semantics/scopes.ts";
import { moduleFacts } from "./module_facts.ts";
import { statementNames } from "./statement_names.ts";
import type { Place, Value, Values } from "../semantics/values.ts";

/** A call of a method that its class does not have. */
export interface MissingMethod {
  readonly file: ProjectPath;
  /** 1-based. */
  readonly line: number;
  readonly method: string;
  readonly className: string;
  /** The file of the class. */
  readonly path: ProjectPath;
}

/** Matches a call of a method, and whole lines of decorators: most of them call methods of blueprints. */
const METHOD_CALL = /^[ \t]*@.*|(?:\b(\w+)\(\))?\.[ \t]*([A-Za-z_]\w*)[ \t]*\(/gm;

/** Matches the function with which generated handlers reach their service. */
const MAKER = /^def (\w+)\(\) -> (\w+):/gm;

/**
 * Finds calls of missing methods. A class counts only if its methods are all in its own text and those of its
 * bases: without decorators and subclasses, and without code that could add some.
 *
 * @param files The project's Python files.
 * @param paths The modules to look at, with the project's modules that they import.
 */
export function missingMethods(
  files: Snapshot,
  paths: ReadonlyMap<ProjectPath, readonly ProjectPath[]>,
): readonly MissingMethod[] {
  const known = new Map<ProjectPath, Classes>();
  const classesIn = (path: ProjectPath) => {
    const found = known.get(path) ??
      new Map(moduleFacts(files, path).classes.map(([name, ...rest]) => [name, new Set(rest)]));
    known.set(path, found);
    return found;
  };
  let reader: CallReader | undefined;
  const found: MissingMethod[] = [];
  for (const [file, imported] of paths) {
    const calls = callsToCheck(files, file, imported, classesIn);
    if (calls.length === 0) continue;
    reader ??= new CallReader(files);
    found.push(...reader.missing(file, calls));
  }
  if (found.length === 0) return [];
  const { subclassed, assigned } = changedElsewhere(files);
  return found.filter(({ method, className }) =>
    !subclassed.has(className) && !assigned.has(method)
  );
}

/** A call, by the offset of its dot. */
interface Call {
  readonly method: string;
  readonly dot: number;
}

/** Number of classes up to which a call of a method that all of them have is not looked at. */
const FEW = 8;

/** Returns the calls of methods that not all classes of a module, and of those that it imports, have. */
function callsToCheck(
  files: Snapshot,
  file: ProjectPath,
  imported: readonly ProjectPath[],
  classesIn: (path: ProjectPath) => Classes,
): readonly Call[] {
  const text = files.get(file) ?? "";
  const classes = new Map([file, ...imported].flatMap((path) => [...classesIn(path)]));
  if (classes.size === 0 || text.includes("AttributeError")) return [];
  const named = namesByText(text);
  const made = new Map([...text.matchAll(MAKER)].map(([, name, type = ""]) => [name, type]));
  const has = (name: string, method: string) => classes.get(name)?.has(method) === true;
  const all = classes.size <= FEW ? [...classes.keys()] : [];
  return [...text.matchAll(METHOD_CALL)].flatMap(({ 0: code, 1: maker, 2: method, index }) => {
    if (method === undefined || named.has(method) || method.startsWith("_")) return [];
    const isKnown = has(made.get(maker) ?? "", method) ||
      all.length > 0 && all.every((name) => has(name, method));
    return isKnown || method === "mro" ? [] : [{ method, dot: index + code.indexOf(".") }];
  });
}

/** Matches functions such as `hasattr(item, "close")`, which take the name of a method as a text. */
const BY_TEXT = /attr\(|attrgetter|methodcaller|\bpatch\b/;

/** Returns the texts of a module that may name methods. */
function namesByText(text: string): ReadonlySet<string> {
  if (!BY_TEXT.test(text)) return new Set();
  return new Set(text.matchAll(/["'](\w+)["']/g).map(([, word = ""]) => word));
}

/** The methods of classes, by name. */
type Classes = ReadonlyMap<string, ReadonlySet<string>>;

/** Evaluates the objects whose methods code calls. */
class CallReader {
  readonly #evaluator: Evaluator;
  readonly #plain = new Map<Scope, boolean>();

  constructor(files: Snapshot) {
    this.#evaluator = new Evaluator(new ProjectModules(files));
  }

  /** Returns the calls in a module of methods that their class does not have. */
  missing(file: ProjectPath, calls: readonly Call[]): readonly MissingMethod[] {
    const module = this.#evaluator.modules.at(file);
    if (module === undefined || module.python.problems.length > 0) return [];
    const scopes = scopesByLine(module.scope);
    return calls.flatMap(({ method, dot }) => {
      const index = lineIndexAt(module.python.lines, dot);
      const scope = scopes.get(index);
      if (scope === undefined) return [];
      const owners = this.#owners({ module, scope }, index, dot);
      const [first] = owners.filter((owner) => this.#lacks(owner, method));
      if (first === undefined || !owners.every((owner) => this.#lacks(owner, method))) return [];
      const { line } = positionAt(module.python.physical.starts, dot);
      const className = first.scope.definition?.name ?? "";
      return [{ file, line, method, className, path: first.module.path }];
    });
  }

  /** Returns the values of the expression before a dot. */
  #owners(place: Place, index: number, dot: number): Values {
    const { lines, source } = place.module.python;
    const line = lines[index];
    // Most decorators call methods of blueprints.
    if (line === undefined || source.startsWith("@", line.start)) return [];
    const tokens = tokenize(source, line.start, line.end);
    const at = tokens.findIndex(({ kind, start }) => kind === "operator" && start === dot);
    const called = tokens[at + 1];
    const root = at < 1 ? 0 : operandStart(tokens, at);
    const name = tokens[root];
    if (at < 1 || name?.kind !== "name" || isOther(name.text, tokens, place.scope)) return [];
    let owners: Values = [];
    followChain(this.#evaluator, place, tokens, root, {
      name: () => {},
      attribute: (values, token) => {
        if (token === called) owners = values;
      },
    });
    return owners;
  }

  /** Reports whether a value certainly has no attribute of a name. */
  #lacks(value: Value, name: string): value is Value & { readonly kind: "class" | "instance" } {
    if (value.kind !== "instance" && value.kind !== "class") return false;
    const { classes, isWhole } = this.#evaluator.bases(value);
    return isWhole &&
      classes.every((each) =>
        this.#isPlain(each) && !each.scope.names.has(name) && !each.scope.attributes.has(name)
      );
  }

  #isPlain(place: Place): boolean {
    const known = this.#plain.get(place.scope) ?? isPlain(place);
    this.#plain.set(place.scope, known);
    return known;
  }
}

/**
 * Reports whether a name may be bound to something that the evaluator does not see: by the statement, such
 * as a parameter of a lambda, or by a call, as the first parameter of a static method.
 */
function isOther(name: string, tokens: readonly Token[], scope: Scope): boolean {
  if (name === "self" || name === "cls") return false;
  if (statementNames(tokens).bound.includes(name)) return true;
  for (let around: Scope | null = scope; around?.kind === "function"; around = around.parent) {
    const bound = around.names.get(name) ?? [];
    if (bound.length > 0) return bound.some((each) => each.kind === "parameter" && each.isFirst);
  }
  return false;
}

/** Returns the innermost scope of each logical line. */
function scopesByLine(top: Scope): ReadonlyMap<number, Scope> {
  const found = new Map<number, Scope>();
  const waiting = [top];
  for (let scope = waiting.pop(); scope !== undefined; scope = waiting.pop()) {
    for (const line of scope.lines()) found.set(line, scope);
    if (scope.definition?.inline) found.set(scope.definition.header, scope);
    for (const child of scope.children.values()) waiting.push(child);
  }
  return found;
}

/** Matches a class whose bases are names. */
const PLAIN_CLASS = /^class[ \t]+\w+[ \t]*(?:\([\w., \t]*\)[ \t]*)?:/;

/** Code by which a class can have methods that its text does not show. */
const OPEN_CLASS = /__getattr|setattr\(|__dict__|\b(?:exec|locals|vars)\(/;

/** Reports whether the text of a class shows all of its attributes, apart from those of its bases. */
function isPlain({ module: { python }, scope: { definition, parent } }: Place): boolean {
  if (definition === null || parent?.kind !== "module") return false;
  const { lines, source, problems } = python;
  const text = source.slice(lines[definition.header]?.start, lines[definition.last]?.end);
  return problems.length === 0 && definition.decorators.length === 0 && PLAIN_CLASS.test(text) &&
    !OPEN_CLASS.test(text);
}

const BASES = /^[ \t]*class[ \t]+\w+[ \t]*\(([^)]*)/gm;
const ASSIGNED = /\.[ \t]*([A-Za-z_]\w*)[ \t]*(?::[^=\n]{0,200})?=(?!=)/g;
/** Matches several targets of an assignment, and those of a loop or of a context. */
const TARGETS = /^([\w., \t*]+)=(?!=)|\b(?:as|for)[ \t]+(\w[\w., \t]*)/gm;
const LAST_NAME = /\.[ \t]*([A-Za-z_]\w*)[ \t]*(?:in[ \t].*)?$/;

/** Returns the names of classes that others inherit from, and of attributes that code assigns. */
function changedElsewhere(files: Snapshot) {
  const subclassed = new Set<string>();
  const assigned = new Set<string>();
  for (const text of files.values()) {
    for (const [, bases = ""] of text.matchAll(BASES)) {
      for (const [name] of bases.matchAll(/\w+/g)) subclassed.add(name);
    }
    for (const [, name = ""] of text.matchAll(ASSIGNED)) assigned.add(name);
    for (const [, several, one = ""] of text.matchAll(TARGETS)) {
      for (const target of (several ?? one).split(",")) {
        const [, name] = LAST_NAME.exec(target) ?? [];
        if (name !== undefined) assigned.add(name);
      }
    }
    if (text.includes("setattr(")) { for (const name of namesByText(text)) assigned.add(name); }
  }
  return { subclassed, assigned };
}
