/** Finds references to renamed code, and the edits that update them. */

import { partitionPoint } from "../../core/partition_point.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { DefinitionUse, ProjectUses } from "../../project/semantics/uses.ts";
import { isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { readImports } from "../../python/imports.ts";
import type { ImportedName, ImportStatement } from "../../python/import_statement.ts";
import { positionAt } from "../../python/position.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { tokensOf } from "../../python/line_tokens.ts";
import type { FileEdits } from "../edits/file_edits.ts";

/** A definition or a module that gets another name. */
export interface RenamedName {
  readonly path: ProjectPath;
  /** The full name, such as `Service.get`; `null` for the module itself. */
  readonly symbol: string | null;
  /** The last part of the name, as code reads it. */
  readonly before: string;
  readonly after: string;
}

/** A place in a project's files. */
export interface CodePlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly what: string;
}

/** The places that prevent a renaming, and the places that a renaming leaves unchanged. */
export interface References {
  /** The new names in strings, by file and offset. */
  readonly strings: ReadonlyMap<ProjectPath, ReadonlyMap<number, ReadonlyMap<string, string>>>;
  /** The offsets of strings that may be the old name, by file. */
  readonly maybe: ReadonlyMap<ProjectPath, ReadonlySet<number>>;
  /** Places that already have the new name. */
  readonly taken: readonly CodePlace[];
  /** Places whose use of the old name cannot be followed. */
  readonly unclear: readonly CodePlace[];
  /** Places that may refer to the old name. */
  readonly left: readonly CodePlace[];
}

export interface ReferenceOptions {
  readonly uses: ProjectUses;
  readonly moduleAt: (path: ProjectPath) => PythonModule;
  /** Reports whether an uncertain use is in code that was generated for the renamed names. */
  readonly isOwn: (path: ProjectPath, offset: number) => boolean;
}

/** Adds the edits that rename imports, names and attributes. */
export function followReferences(
  names: readonly RenamedName[],
  edits: FileEdits,
  { uses, moduleAt, isOwn }: ReferenceOptions,
): References {
  const strings = new Map<ProjectPath, Map<number, Map<string, string>>>();
  const maybe = new Map<ProjectPath, Set<number>>();
  const found = { taken: [] as CodePlace[], unclear: [] as CodePlace[], left: [] as CodePlace[] };
  const bound = new Map<string, BoundName>();
  const imports = new Map<PythonModule, ReadonlyMap<number, Imported>>();
  const importAt = (module: PythonModule, offset: number) => {
    const known = imports.get(module) ?? importsByOffset(module);
    imports.set(module, known);
    return known.get(offset);
  };
  for (const name of names) {
    for (const use of uses.of({ path: name.path, name: name.symbol })) {
      if (edits.isReplaced(use.path, use.offset)) continue;
      const module = moduleAt(use.path);
      if (use.kind === "string") {
        if (use.isSure) addString(strings, use, name);
        else maybe.set(use.path, (maybe.get(use.path) ?? new Set<number>()).add(use.offset));
        continue;
      }
      const imported = use.kind === "import" ? importAt(module, use.offset) : undefined;
      const places = imported === undefined
        ? [{ offset: use.offset, binds: use.kind === "name" ? "read" as const : null }]
        : importedNames(module, imported, name);
      for (const { offset, binds } of places) {
        if (!isWordAt(module.source, offset, name.before)) continue;
        if (!use.isSure && !isOwn(use.path, use.offset)) {
          found.left.push(placeOf(use, name));
        } else if (binds !== null) {
          const key = `${use.path} ${name.before}`;
          const known = bound.get(key) ??
            { path: use.path, name, import: [], alias: [], read: [] };
          bound.set(key, known);
          known[binds].push(offset);
        } else edits.edit(use.path, offset, name.before, name.after);
      }
    }
  }
  for (const each of bound.values()) followBound(each, moduleAt(each.path), edits, found);
  return { strings, maybe, ...found };
}

function placeOf({ path, line }: DefinitionUse, { before }: RenamedName): CodePlace {
  return { path, line, what: before };
}

function addString(
  strings: Map<ProjectPath, Map<number, Map<string, string>>>,
  { path, offset }: DefinitionUse,
  { before, after }: RenamedName,
): void {
  const file = strings.get(path) ?? new Map<number, Map<string, string>>();
  strings.set(path, file);
  file.set(offset, (file.get(offset) ?? new Map<string, string>()).set(before, after));
}

/** A name that a module imports or reads. */
interface BoundName {
  readonly path: ProjectPath;
  readonly name: RenamedName;
  /** The offsets of imported names. */
  readonly import: number[];
  /** The offsets of aliases that equal the imported name, as in `import a as a`. */
  readonly alias: number[];
  readonly read: number[];
}

/**
 * Renames a name in a module. If the module also uses the old or the new name for something else, its import keeps
 * the old name as an alias. Code that is generated again needs the new name, too.
 */
function followBound(
  { path, name, import: imports, alias: aliases, read: reads }: BoundName,
  module: PythonModule,
  edits: FileEdits,
  found: { readonly taken: CodePlace[]; readonly unclear: CodePlace[] },
): void {
  const { before, after } = name;
  const own = new Set([...imports, ...aliases, ...reads]);
  const others = wordsIn(module, new Set([before, after]))
    .filter(({ offset }) => !own.has(offset) && !edits.isReplaced(path, offset));
  const isHome = path === name.path;
  const isNeeded = !isHome && edits.insertsName(path, after);
  // An import binds the same variable as an assignment outside all definitions.
  const same = new Set(
    isNeeded && imports.length > 0
      ? others.filter(({ text, isVariable }) => text === before && isVariable)
      : [],
  );
  const inTheWay = others.filter((word) =>
    word.text === after ||
    (isHome ? word.isDeclared : !same.has(word) && !edits.isEdited(path, word.offset))
  );
  const first = inTheWay.find(({ text }) => text === after) ?? inTheWay[0];
  if (first === undefined) {
    for (const offset of own) edits.edit(path, offset, before, after);
    for (const { offset } of same) edits.edit(path, offset, before, after);
  } else if (
    !isHome && imports.length + aliases.length > 0 && !(isNeeded && first.text === after)
  ) {
    const alias = `${after} as ${before}`;
    const imported = isNeeded ? `${after}, ${alias}` : alias;
    for (const offset of imports) edits.edit(path, offset, before, imported);
  } else {
    const { line } = positionAt(module.physical.starts, first.offset);
    (first.text === after ? found.taken : found.unclear).push({ path, line, what: first.text });
  }
}

interface Word {
  readonly text: string;
  readonly offset: number;
  /** Whether it is in a statement such as `global`, which makes it a name of the module. */
  readonly isDeclared: boolean;
  /** Whether it is a variable of the module, outside definitions and imports. */
  readonly isVariable: boolean;
}

/** Finds names in a module that are neither attributes nor the names of keyword arguments. */
function wordsIn(module: PythonModule, words: ReadonlySet<string>): readonly Word[] {
  const { definitions } = module;
  const isInDefinition = (at: number) => {
    const next = partitionPoint(
      definitions,
      ({ decorators, header }) => (decorators[0] ?? header) <= at,
    );
    return at <= (definitions[next - 1]?.last ?? -1);
  };
  return module.lines.flatMap((line, at) => {
    const source = module.source.slice(line.start, line.end);
    if (![...words].some((word) => source.includes(word))) return [];
    const tokens = tokensOf(module, line);
    const isDeclared = isName(tokens[0], "global");
    const isImport = isName(tokens[0], "from") || isName(tokens[0], "import");
    const isVariable = !isImport && !isInDefinition(at);
    let depth = 0;
    return tokens.flatMap((token, index): readonly Word[] => {
      if (token.kind === "operator") {
        depth += OPENING.has(token.text) ? 1 : CLOSING.has(token.text) ? -1 : 0;
      }
      if (token.kind !== "name" || !words.has(token.text)) return [];
      const isKeyword = depth > 0 && isOperator(tokens[index + 1], "=");
      if (isKeyword || isOperator(tokens[index - 1], ".")) return [];
      return [{ text: token.text, offset: token.start, isDeclared, isVariable }];
    });
  });
}

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

interface ImportedPlace {
  readonly offset: number;
  /** How the import binds this name in the module; `null` if it does not. */
  readonly binds: "import" | "alias" | null;
}

/** An imported name with its statement. */
interface Imported {
  readonly statement: ImportStatement;
  readonly imported: ImportedName;
}

/** Returns the imported names of a module by their offsets. */
function importsByOffset(module: PythonModule): ReadonlyMap<number, Imported> {
  return new Map(
    readImports(module).flatMap((statement) =>
      statement.names.map((imported) => [imported.start, { statement, imported }] as const)
    ),
  );
}

/**
 * Finds the places of a name in a statement that imports the name, or something from a module of
 * that name.
 */
function importedNames(
  { source }: PythonModule,
  { statement, imported }: Imported,
  { before, symbol }: RenamedName,
): readonly ImportedPlace[] {
  const [own, alias] = parts(tokenize(source, imported.start, imported.end), "as");
  const named = lastWord(own, before);
  if (named !== null) {
    const bound = lastWord(alias, before);
    if (bound !== null) {
      return [{ offset: named, binds: null }, { offset: bound, binds: "alias" }];
    }
    const binds = imported.alias === null && !imported.name.includes(".") ? "import" : null;
    return [{ offset: named, binds }];
  }
  if (symbol !== null || statement.kind !== "from") return [];
  const [from] = parts(tokenize(source, statement.start, statement.end), "import");
  const offset = lastWord(from, before);
  return offset === null ? [] : [{ offset, binds: null }];
}

/** Splits tokens at the first word of the given text. */
function parts(
  tokens: readonly Token[],
  word: string,
): readonly [before: readonly Token[], after: readonly Token[]] {
  const at = tokens.findIndex((token) => isName(token, word));
  return at === -1 ? [tokens, []] : [tokens.slice(0, at), tokens.slice(at)];
}

/** Returns the offset of the last token that is a given word; `null` if there is none. */
function lastWord(tokens: readonly Token[], word: string): number | null {
  return tokens.findLast((token) => isName(token, word))?.start ?? null;
}

/** Reports whether a whole word is at an offset. */
function isWordAt(source: string, offset: number, word: string): boolean {
  if (!source.startsWith(word, offset)) return false;
  return !NAME_PART.test(source.charAt(offset + word.length)) &&
    !NAME_PART.test(source.charAt(offset - 1));
}

const NAME_PART = /[\w\u0080-\uffff]/;
