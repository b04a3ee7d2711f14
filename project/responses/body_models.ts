/** The bodies that handlers check, read back from their models. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { bindings, type ImportedThing } from "../../python/bindings.ts";
import {
  type Argument,
  bracketed,
  callArguments,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import { positionAt } from "../../python/position.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { MAX_BODY_DEPTH } from "../../spec/body.ts";
import { type BodyMember, type BodyType, eitherOf } from "../../spec/body_type.ts";
import { ModuleNames } from "../routing/module_names.ts";

/** The body that a handler checks, as its model describes it. */
export interface ModelledBody {
  /** The file of the model, or of the handler if the model was not found. */
  readonly file: ProjectPath;
  /** 1-based line of the model or the handler in that file. */
  readonly line: number;
  /** The type of the bodies that the model accepts; `null` if no example can express it. */
  readonly type: BodyType | null;
  /** Whether the model has rules beyond types, such as `Field(gt=0)` or a validator. */
  readonly hasRules: boolean;
}

/** Reads the bodies that handlers check. Each module is read once. */
export class BodyModels {
  readonly #files: Snapshot;
  readonly #names: ModuleNames<{ readonly path: ProjectPath }>;
  readonly #modules = new Map<ProjectPath, ReadModule>();
  readonly #read = new Map<string, Omit<ModelledBody, "file"> | null>();
  readonly #left: AnnotationCount;

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.#files = files;
    const length = [...files.values()].reduce((sum, text) => sum + text.length, 0);
    this.#left = { count: MAX_ANNOTATIONS + length };
    this.#names = new ModuleNames([...files.keys()].map((path) => ({ path })));
  }

  /**
   * Returns the body that a handler checks with `json_body(Model)`.
   *
   * @returns `any` for `json_body()`, which accepts any JSON; `null` if the handler has neither.
   */
  of(file: ProjectPath, handler: string): ModelledBody | "any" | null {
    const module = this.#module(file);
    const found = module.symbols.get(handler);
    const text = found?.text ?? "";
    const [, model] = /\bjson_body\(\s*([A-Za-z_]\w*)\s*(?:,\s*)?\)/.exec(text) ?? [];
    if (found === undefined || model === undefined) {
      return /\bjson_body\(\s*\)/.test(text) ? "any" : null;
    }
    const imported = module.imports.get(model) ?? null;
    const path = imported === null ? file : this.#names.find(file, imported.module)?.path;
    const read = path === undefined ? null : this.#model(path, imported?.member ?? model);
    if (path !== undefined && read !== null) return { file: path, ...read };
    return { file, line: lineOf(module, found), type: null, hasRules: false };
  }

  #model(path: ProjectPath, name: string): Omit<ModelledBody, "file"> | null {
    const key = `${path} ${name}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const read = new BodyReading(this.#module(path), this.#left).read(name);
    this.#read.set(key, read);
    return read;
  }

  #module(path: ProjectPath): ReadModule {
    const known = this.#modules.get(path) ?? readModule(readPython(this.#files.get(path) ?? ""));
    this.#modules.set(path, known);
    return known;
  }
}

/** A module with its definitions and imports. */
interface ReadModule {
  readonly python: PythonModule;
  readonly symbols: ReadonlyMap<string, PythonSymbol>;
  /** The names of classes with methods. */
  readonly withMethods: ReadonlySet<string>;
  readonly imports: ReadonlyMap<string, ImportedThing>;
}

function readModule(python: PythonModule): ReadModule {
  const all = symbols(python);
  return {
    python,
    symbols: new Map(all.map((each) => [each.name, each])),
    withMethods: new Set(
      all.filter(({ kind }) => kind === "method").map(({ name }) => name.split(".")[0] ?? ""),
    ),
    imports: new Map(
      bindings(python).flatMap(({ name, imported }) => imported === null ? [] : [[name, imported]]),
    ),
  };
}

function lineOf({ python }: ReadModule, { start }: PythonSymbol): number {
  return positionAt(python.physical.starts, start).line;
}

/**
 * Maximum number of annotations that are read for one body, because models can use one another. For
 * all bodies together, the maximum is larger by the number of characters in the project.
 */
const MAX_ANNOTATIONS = 10_000;

/** Number of annotations that may still be read. */
interface AnnotationCount {
  count: number;
}

/**
 * Maximum depth of nested annotations. A level of a body has up to three annotations: a list, a
 * name, a union.
 */
const MAX_NESTED = 3 * MAX_BODY_DEPTH;

/** Thrown for an annotation or a model whose form no example can express. */
class NoExample extends Error {}

/** Reads one body from the models of a module. */
class BodyReading {
  readonly #module: ReadModule;
  readonly #open = new Set<string>();
  /** For all bodies. */
  readonly #all: AnnotationCount;
  #left = MAX_ANNOTATIONS;
  #depth = 0;
  #hasRules = false;

  constructor(module: ReadModule, all: AnnotationCount) {
    this.#module = module;
    this.#all = all;
  }

  /** Reads a model; `null` if the module does not have it. */
  read(name: string): Omit<ModelledBody, "file"> | null {
    const symbol = this.#module.symbols.get(name);
    if (symbol === undefined) return null;
    const line = lineOf(this.#module, symbol);
    try {
      return { line, type: this.#named(name), hasRules: this.#hasRules };
    } catch (problem) {
      if (!(problem instanceof NoExample)) throw problem;
      return { line, type: null, hasRules: false };
    }
  }

  /** Returns the type of a model, or of a name for a type. */
  #named(name: string): BodyType {
    const symbol = this.#module.symbols.get(name);
    if (symbol === undefined || this.#open.has(name)) throw new NoExample();
    this.#open.add(name);
    const type = symbol.kind === "class"
      ? this.#model(name, symbol.text)
      : this.#alias(symbol.text);
    this.#open.delete(name);
    return type;
  }

  #alias(text: string): BodyType {
    const tokens = tokenize(text, 0, text.length);
    if (!isOperator(tokens[1], "=")) throw new NoExample();
    return this.#type(unwrapped(tokens.slice(2)));
  }

  #model(name: string, text: string): BodyType {
    if (this.#module.withMethods.has(name)) this.#hasRules = true;
    const { lines, source } = readPython(`${text}\n`);
    const [header = [], ...body] = lines.map(({ start, end }) => tokenize(source, start, end));
    const open = header.findIndex((each) => isOperator(each, "("));
    const bases = callArguments(header, open);
    const [base] = bases;
    if (bases.length !== 1 || base?.kind !== "positional") throw new NoExample();
    if (isName(base.value[0], "RootModel")) return this.#type(inner(base.value));
    if (base.value.length !== 1 || !isName(base.value[0], "Body")) throw new NoExample();
    return { kind: "object", members: body.flatMap((tokens) => this.#member(tokens)) };
  }

  /** Reads a line of a model: a field, or something else that changes the accepted bodies. */
  #member(tokens: readonly Token[]): readonly BodyMember[] {
    const [field, colon, ...rest] = tokens;
    if (field?.kind === "string" || isName(field, "pass")) return [];
    if (field?.kind !== "name" || !isOperator(colon, ":")) {
      this.#hasRules = true;
      return [];
    }
    const equals = equalsIndex(rest);
    const annotation = unwrapped(equals === -1 ? rest : rest.slice(0, equals));
    const value = equals === -1 ? [] : unwrapped(rest.slice(equals + 1));
    const { name, hasDefault } = this.#value(field.text, value);
    const isOmittable = isName(annotation[0], "Omittable");
    const type = this.#type(isOmittable ? inner(annotation) : annotation);
    // Examples express a default only for `Omittable` and `Any`, and these types only with a
    // default.
    if (hasDefault !== (isOmittable || type.kind === "anything")) throw new NoExample();
    return [{ name, type, isOptional: hasDefault }];
  }

  /** Reads the value of a field: `None`, or `Field(default=None, alias="name")`. */
  #value(field: string, tokens: readonly Token[]) {
    const plain = { name: field, hasDefault: false };
    if (tokens.length === 0) return plain;
    if (tokens.length === 1 && isName(tokens[0], "None")) return { ...plain, hasDefault: true };
    if (!isName(tokens[0], "Field") || !isOperator(tokens[1], "(")) throw new NoExample();
    const given = callArguments(tokens, 1);
    const alias = keyword(given, "alias")?.[0];
    const others = given.filter((each) =>
      each.kind !== "keyword" || each.name !== "alias" && each.name !== "default"
    );
    if (others.length > 0) this.#hasRules = true;
    const isDefault = keyword(given, "default");
    if (isDefault !== undefined && !isName(isDefault[0], "None")) throw new NoExample();
    if (alias !== undefined && alias.kind !== "string") throw new NoExample();
    return { name: alias?.value ?? field, hasDefault: isDefault !== undefined };
  }

  #type(tokens: readonly Token[]): BodyType {
    const isTooLarge = this.#left-- <= 0 || this.#all.count-- <= 0;
    if (isTooLarge || this.#depth >= MAX_NESTED) throw new NoExample();
    this.#depth++;
    const type = this.#annotation(tokens);
    this.#depth--;
    return type;
  }

  #annotation(tokens: readonly Token[]): BodyType {
    const [first, open] = tokens;
    if (first?.kind !== "name") throw new NoExample();
    if (open === undefined) return PLAIN.get(first.text) ?? this.#named(first.text);
    if (!isOperator(open, "[") || bracketed(tokens, 1).next !== tokens.length) {
      throw new NoExample();
    }
    const inside = inner(tokens);
    switch (first.text) {
      case "list":
        return { kind: "array", items: this.#type(inside) };
      case "dict":
        if (inside.map(({ text }) => text).join("") !== "str,Any") throw new NoExample();
        return { kind: "object", members: [] };
      case "OneOf":
        return this.#either(inside);
      default:
        throw new NoExample();
    }
  }

  #either(tokens: readonly Token[]): BodyType {
    const parts = split(tokens, "|").map((each) => this.#type(each));
    const [only, ...more] = parts;
    const kinds = new Set(parts.map(({ kind }) => kind));
    if (only === undefined || kinds.size < parts.length || kinds.has("either")) {
      throw new NoExample();
    }
    return more.length === 0 ? only : eitherOf(parts);
  }
}

const PLAIN: ReadonlyMap<string, BodyType> = new Map<string, BodyType>([
  ["Any", { kind: "anything" }],
  ["int", { kind: "integer", example: "1" }],
  ["float", { kind: "number" }],
  ["str", { kind: "text" }],
  ["bool", { kind: "boolean" }],
]);

/** Returns the content of the brackets in `name[...]`. */
function inner(tokens: readonly Token[]): readonly Token[] {
  if (!isOperator(tokens[1], "[")) throw new NoExample();
  const inside = tokens.slice(2, -1);
  return isOperator(inside.at(-1), ",") ? inside.slice(0, -1) : inside;
}

/** Removes the parentheses that formatters put around a long expression. */
function unwrapped(tokens: readonly Token[]): readonly Token[] {
  const isWhole = isOperator(tokens[0], "(") && bracketed(tokens, 0).next === tokens.length;
  return isWhole ? tokens.slice(1, -1) : tokens;
}

function keyword(given: readonly Argument[], name: string): readonly Token[] | undefined {
  return given.find((each) => each.kind === "keyword" && each.name === name)?.value;
}

/** Returns the index of the first `=` outside of brackets; -1 if there is none. */
function equalsIndex(tokens: readonly Token[]): number {
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (isOperator(token, "=")) return index;
    if (isOperator(token, "[") || isOperator(token, "(")) index = bracketed(tokens, index).next - 1;
  }
  return -1;
}

/** Splits tokens at an operator outside of brackets. */
function split(tokens: readonly Token[], operator: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (isOperator(token, operator)) {
      parts.push([]);
      continue;
    }
    const end = isOperator(token, "[") ? bracketed(tokens, index).next : index + 1;
    parts.at(-1)?.push(...tokens.slice(index, end));
    index = end - 1;
  }
  return parts;
}
