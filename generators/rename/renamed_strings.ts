/** Strings that contain the names and paths that a renaming changes. */

import type { ProjectPath } from "../../core/project_path.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { isName, isOperator, readToken, type Token } from "../../python/expression.ts";
import { isFirstArgument, isKeywordArgument, tokensOf } from "../../python/line_tokens.ts";
import { positionAt } from "../../python/position.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { FileEdits } from "../edits/file_edits.ts";
import type { CodePlace } from "./renamed_references.ts";

/** The names and paths that strings may contain, before and after a renaming. */
export interface RenamedTexts {
  /** The names of the route's blueprints. */
  readonly blueprints: ReadonlyMap<string, string>;
  /** The names of the route's handlers. */
  readonly handlers: ReadonlyMap<string, string>;
  /** URL paths, such as `/products`. Paths below them change, too. */
  readonly urls: readonly (readonly [before: string, after: string])[];
  /** Data files, such as `products/get.json`. */
  readonly data: ReadonlyMap<string, string>;
}

/** The options for reading the strings of a module. */
export interface StringOptions {
  /** The identifiers to rename in strings, by their offsets. */
  readonly names: ReadonlyMap<number, ReadonlyMap<string, string>>;
  /** The offsets of strings that may be an old name. */
  readonly maybe: ReadonlySet<number>;
  /** Whether the module contains handlers of the route, so that `.get` refers to one of them. */
  readonly isRoute: boolean;
  /** Whether the module contains the route's tests. */
  readonly isTest: boolean;
}

/** Returns a function that quickly reports whether a text may contain a name of the route. */
export function mayName({ blueprints, urls, data }: RenamedTexts): (text: string) => boolean {
  const all = [...blueprints.keys(), ...urls.map(([url]) => url), ...data.keys()];
  const starts = [...new Set(all.map((each) => /^\/?\w*/.exec(each)?.[0] ?? ""))];
  return (text) => starts.some((each) => text.includes(each));
}

/**
 * Adds the edits to strings that certainly contain an old name, and returns the places of strings
 * that may contain one.
 */
export function followStrings(
  path: ProjectPath,
  module: PythonModule,
  texts: RenamedTexts,
  options: StringOptions,
  edits: FileEdits,
): readonly CodePlace[] {
  const { names } = options;
  const left = new Map<number, CodePlace>();
  for (const [offset, renamed] of names) {
    const token = readToken(module.source, offset);
    const words = renamedWords(token.text, renamed);
    if (words === null) left.set(offset, placeOf(path, module, token));
    else edits.edit(path, offset, token.text, words);
  }
  const isHint = mayName(texts);
  for (const line of module.lines) {
    const source = module.source.slice(line.start, line.end);
    if (!options.isRoute && !isHint(source)) continue;
    const tokens = tokensOf(module, line);
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== "string" || names.has(token.start)) continue;
      if (edits.isReplaced(path, token.start) || edits.isEdited(path, token.start)) continue;
      const content = contentOf(token.text);
      const found = renamedContent(content, tokens, index, texts, options);
      if (found === null) continue;
      const { after, isSure } = found;
      if (!isSure) left.set(token.start, placeOf(path, module, token));
      else edits.edit(path, token.start, token.text, token.text.replace(content, () => after));
    }
  }
  for (const offset of options.maybe) {
    if (edits.isReplaced(path, offset) || edits.isEdited(path, offset)) continue;
    left.set(offset, placeOf(path, module, readToken(module.source, offset)));
  }
  return [...left].sort(([a], [b]) => a - b).map(([, place]) => place);
}

interface RenamedContent {
  readonly after: string;
  /** Whether the string certainly contains an old name. */
  readonly isSure: boolean;
}

/** Returns the new content of a string; `null` if it contains no old name. */
function renamedContent(
  content: string,
  tokens: readonly Token[],
  index: number,
  texts: RenamedTexts,
  { isRoute, isTest }: StringOptions,
): RenamedContent | null {
  const isArgumentOf = (callee: (name: string) => boolean) =>
    isFirstArgument(tokens, index, callee);
  const isLink = isArgumentOf((name) => name === "url_for");
  const endpoint = renamedEndpoint(content, texts, isRoute);
  if (endpoint !== null && (isLink || endpoint.isKnown)) {
    return { after: endpoint.after, isSure: isLink && !endpoint.isNested };
  }
  const data = texts.data.get(content);
  if (data !== undefined) {
    return { after: data, isSure: isArgumentOf((name) => name === IMPORTED.load_mock.name) };
  }
  const url = renamedUrl(content, texts.urls);
  // Rules and prefixes of other routes are not URLs of this one.
  const isRule = isOperator(tokens[0], "@") || isKeywordArgument(tokens, index, "url_prefix");
  if (url === undefined || isRule) return null;
  const isUrl = isArgumentOf((name) => CLIENT_METHODS.has(name)) || isLocation(tokens, index);
  return { after: url, isSure: isTest && isUrl };
}

/** Reports whether a token is compared with a location, as in `response.location == "/carts/1"`. */
function isLocation(tokens: readonly Token[], index: number): boolean {
  return isOperator(tokens[index - 1], "==") && isName(tokens[index - 2], "location") &&
    isOperator(tokens[index - 3], ".");
}

const CLIENT_METHODS: ReadonlySet<string> = new Set(
  "delete get head open options patch post put".split(" "),
);

interface RenamedEndpointName {
  readonly after: string;
  /** Whether it names a renamed handler, and not only a renamed blueprint. */
  readonly isKnown: boolean;
  readonly isNested: boolean;
}

/** Reads the name of an endpoint, such as `products.get`, or `.get` in a module of the blueprint. */
function renamedEndpoint(
  content: string,
  { blueprints, handlers }: RenamedTexts,
  isRoute: boolean,
): RenamedEndpointName | null {
  if (!/^[\w.]*\.\w+$/.test(content)) return null;
  const parts = content.split(".");
  const [handler = "", blueprint = ""] = parts.toReversed();
  const isRelative = parts.length === 2 && blueprint === "";
  const after = isRelative && isRoute ? "" : blueprints.get(blueprint);
  if (after === undefined) return null;
  const renamed = [...parts.slice(0, -2), after, handlers.get(handler) ?? handler].join(".");
  if (renamed === content) return null;
  return { after: renamed, isKnown: handlers.has(handler), isNested: parts.length > 2 };
}

/** Returns a URL under its new path; `undefined` if it is not below a renamed one. */
function renamedUrl(url: string, urls: RenamedTexts["urls"]): string | undefined {
  for (const [before, after] of urls) {
    const rest = url.slice(before.length);
    if (url.startsWith(before) && (rest === "" || "/?#".includes(rest.charAt(0)))) {
      return after + rest;
    }
  }
  return undefined;
}

const LITERAL = /^([A-Za-z]*)("""|'''|"|')([^]*)\2$/;

/** Returns the text between the quotes of a string literal. */
function contentOf(literal: string): string {
  return LITERAL.exec(literal)?.[3] ?? "";
}

/** Renames the words in a literal; `null` if it has none of them, for example because of escapes. */
function renamedWords(literal: string, names: ReadonlyMap<string, string>): string | null {
  const [, prefix = "", quotes = "", content = ""] = LITERAL.exec(literal) ?? [];
  if (content.includes("\\")) return null;
  const renamed = content.replace(/[A-Za-z_]\w*/g, (word) => names.get(word) ?? word);
  return renamed === content ? null : prefix + quotes + renamed + quotes;
}

function placeOf(path: ProjectPath, module: PythonModule, { start, text }: Token): CodePlace {
  const { line } = positionAt(module.physical.starts, start);
  return { path, line, what: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text };
}

/** Maximum length of a string in a list of places. */
const MAX_LENGTH = 60;
