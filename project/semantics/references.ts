/** Reads the places in a module that refer to modules and definitions of its project. */

import { bracketed, isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { type ImportStatement, lineImports } from "../../python/import_statement.ts";
import type { LogicalLine } from "../../python/logical_line.ts";
import { fieldsOf, KEYWORDS, TypePlace } from "../../python/names_read.ts";
import { type ChainVisitor, followChain } from "./chain.ts";
import type { Evaluator } from "./evaluator.ts";
import { fixtureNamed } from "./fixtures.ts";
import type { ProjectModule } from "./project_modules.ts";
import type { ReferenceIndex } from "./reference_index.ts";
import { ReferenceWriter } from "./reference_writer.ts";
import type { Scope } from "./scopes.ts";
import { CallArguments } from "./call_arguments.ts";
import { readString } from "./string_references.ts";
import { SHARED, UNKNOWN } from "./values.ts";

/** Adds the references in a module to an index. */
export function readReferences(
  module: ProjectModule,
  evaluator: Evaluator,
  index: ReferenceIndex,
): void {
  const writer = new ReferenceWriter(module, evaluator, index);
  const waiting = [module.scope];
  for (let scope = waiting.pop(); scope !== undefined; scope = waiting.pop()) {
    readScope(writer, scope);
    for (const child of scope.children.values()) waiting.push(child);
  }
}

/** Reads the lines of a scope, and the headers of the definitions in it. */
function readScope(writer: ReferenceWriter, scope: Scope): void {
  const { source, lines } = writer.module.python;
  for (const index of scope.lines()) {
    const line = lines[index];
    if (line === undefined) continue;
    const imports = lineImports(source, line, index);
    for (const statement of imports) readImport(writer, statement);
    const start = imports.at(-1)?.end ?? line.start;
    readTokens(writer, tokenize(source, start, line.end), scope, line);
  }
  for (const child of scope.children.values()) readHeader(writer, child, scope);
}

function readImport(
  writer: ReferenceWriter,
  { kind, module: from, names }: ImportStatement,
): void {
  const { module, evaluator, index } = writer;
  const target = kind === "from" ? evaluator.modules.find(module, from) : undefined;
  for (const { name, start } of names) {
    if (target !== undefined) {
      index.addModule(target, writer.at("import", start));
      writer.addReExport(target, name, "import", start);
    }
    if (name === "*") continue;
    const imported = kind === "from"
      ? { module: from, member: name }
      : { module: name, member: null };
    writer.add(evaluator.imported(module, imported), "import", start);
  }
}

/** Reads a definition's header: its parameters, bases and annotations, and a body on the same line. */
function readHeader(writer: ReferenceWriter, scope: Scope, outer: Scope): void {
  const { definition } = scope;
  const { source, lines } = writer.module.python;
  const line = lines[definition?.header ?? -1];
  if (definition === null || line === undefined) return;
  const body = line.body === -1 ? line.end : line.body;
  const tokens = tokenize(source, line.start, body);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const name = tokens.findIndex((token) => isName(token, definition.name));
  const bound = definition.kind === "function"
    ? new Set(bracketed(tokens, open).items.map(parameterName))
    : new Set<Token>();
  for (const token of bound) {
    const fixture = token === undefined
      ? null
      : fixtureNamed(writer.evaluator.modules, writer.module, token.text);
    if (fixture === null || token === undefined) continue;
    writer.add([{ kind: "function", ...fixture }], "name", token.start);
  }
  const rest = tokens.map((token) => bound.has(token) ? asText(token) : token);
  readTokens(writer, rest.slice(name + 1), outer, line);
  if (body < line.end) readTokens(writer, tokenize(source, body, line.end), scope, line);
}

function readTokens(
  writer: ReferenceWriter,
  tokens: readonly Token[],
  scope: Scope,
  line: Pick<LogicalLine, "indent">,
): void {
  const place = { module: writer.module, scope };
  const types = new TypePlace(tokens, line);
  const given = new CallArguments();
  const read = new Set<Token>();
  const visitor = noting(writer.visitor("name"), read, given);
  const stashed = stashStart(tokens);
  const isInAll = isName(tokens[0], "__all__");
  let isAnnotated = false;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "name" && isOperator(tokens[index - 1], ".")) {
      if (!read.has(token)) readRest(writer, tokens, index);
    } else if (token.kind === "name") {
      if (isRead(tokens, index, { depth: types.depth, isAnnotated })) {
        const { values, next } = followChain(writer.evaluator, place, tokens, index, visitor);
        given.chain(tokens, index, next, values);
        for (const callees of given.callees()) writer.give(values, callees);
        if (index > stashed) writer.give(values, SHARED);
      }
    } else if (token.kind === "string") {
      const { value } = token;
      if (value === null) readFields(writer, token, scope);
      else {
        const context = { place, isType: types.allows(index), isInAll, use: given.use() };
        readString(writer, { ...token, value }, context);
      }
    }
    isAnnotated ||= types.depth === 0 && isOperator(token, ":");
    types.pass(index);
    given.pass(tokens, index);
  }
}

/** Wraps a visitor to also record the attributes and calls that it receives. */
function noting(
  visitor: ChainVisitor,
  read: Set<Token>,
  given: CallArguments,
): ChainVisitor {
  return {
    call: (callees, open) => given.called(callees, open),
    name: (values, token) => visitor.name(values, token),
    attribute: (owners, token) => {
      read.add(token);
      visitor.attribute(owners, token);
    },
  };
}

/** Reads an attribute of an expression that does not start with a name, such as `(a or b).c`. */
function readRest(writer: ReferenceWriter, tokens: readonly Token[], index: number): void {
  const [owner, , token] = tokens.slice(index - 2, index + 1);
  const isUnknown = isOperator(owner, ")") || isOperator(owner, "]");
  if (token === undefined || !isUnknown) return;
  writer.addAttribute(UNKNOWN, token.text, "attribute", token.start);
}

/** Reads the replacement fields of a formatted string. */
function readFields(writer: ReferenceWriter, { text, start: by }: Token, scope: Scope): void {
  const fields = fieldsOf(text);
  if (fields.trim() === "") return;
  const tokens = tokenize(fields, 0, fields.length)
    .map((token) => ({ ...token, start: token.start + by, end: token.end + by }));
  readTokens(writer, tokens, scope, { indent: 1 });
}

/**
 * Returns the index of `=` in an assignment to an attribute or an item of an object other than
 * `self`; `Infinity` in any other statement.
 */
function stashStart(tokens: readonly Token[]): number {
  const equals = tokens.findIndex((token) => isOperator(token, "="));
  const isStash = tokens[0]?.kind === "name" && !isName(tokens[0], "self") &&
    (isOperator(tokens[1], ".") || isOperator(tokens[1], "["));
  return isStash && equals !== -1 ? equals : Infinity;
}

const ASSIGNMENT = /^(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)?=$|^:=$/;

/** Reports whether a name is read: it is neither bound nor the name of a keyword argument. */
function isRead(
  tokens: readonly Token[],
  index: number,
  { depth, isAnnotated }: { readonly depth: number; readonly isAnnotated: boolean },
): boolean {
  const [previous, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (token === undefined || KEYWORDS.has(token.text)) return false;
  if (isName(previous, "as") || isName(previous, "for")) return false;
  if (next?.kind !== "operator") return true;
  if (depth > 0) return next.text !== "=" && next.text !== ":=";
  // In `a: b = c`, only `a` is bound.
  return isAnnotated || !(ASSIGNMENT.test(next.text) || (index === 0 && next.text === ":"));
}

/** Returns the name of a parameter, without its annotation and its default. */
function parameterName(item: readonly Token[]): Token | undefined {
  const [first, second] = item;
  const isMany = isOperator(first, "*") || isOperator(first, "**");
  const name = isMany ? second : first;
  return name?.kind === "name" ? name : undefined;
}

/** Converts a name to a number token, so that it does not count as read. */
function asText({ text, start, end }: Token): Token {
  return { kind: "number", text, start, end };
}
