/**
 * Finds names of generated code that a module uses without importing them, as after a merge of two
 * branches: one removed the last use and the import, the other added a use.
 */

import type { Snapshot } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import { isName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import { readImports } from "../../python/imports.ts";
import { KEYWORDS } from "../../python/names_read.ts";
import { positionAt } from "../../python/position.ts";
import type { PythonProblem } from "../../python/problem.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { importName } from "../layout/import_name.ts";
import type { Layout } from "../layout/layout.ts";

/** The names that generated code imports only while an endpoint needs them. */
const NAMES = ["Any", "UUID", "json_body", "jsonify", "load_mock", "url_for"].map((name) => ({
  name,
  // Most modules import the name like this, and need not be parsed.
  imported: new RegExp(`^from [\\w.]+ import (?:[\\w, ]*\\W)?${name}\\b`, "m"),
}));

/** Finds the first use of each name that a module neither imports nor binds anywhere. */
export function missingImports(text: string): readonly Pick<PythonProblem, "line" | "message">[] {
  return NAMES.flatMap(({ name, imported }) => {
    if (!text.includes(name) || imported.test(text)) return [];
    const module = readPython(text);
    if (module.problems.length > 0) return [];
    const use = unboundUse(module, name);
    if (use === null) return [];
    const { line } = positionAt(module.physical.starts, use.start);
    return [{ line, message: `'${name}' is used, but not imported` }];
  });
}

/**
 * Finds the import of the package that loads mocks, in a module of a project without that package, as
 * after a merge: one branch removed the last mock in a data file, the other added one. Python cannot
 * import such a module.
 *
 * @param files The project's Python files.
 */
export function missingMocks(
  text: string,
  files: Snapshot,
  { factory, mocksFolder, mocksPackage }: Layout,
): readonly Pick<PythonProblem, "line" | "message">[] {
  if (!text.includes("load_mock") || !files.has(factory)) return [];
  if (files.has(mocksPackage) || files.has(projectPath(`${mocksFolder}.py`))) return [];
  const name = importName(mocksPackage, files);
  const module = readPython(text);
  const found = readImports(module).find((each) =>
    each.module === name && each.names.some(({ name }) => name === "load_mock") &&
    module.lines[each.line]?.indent === 0
  );
  if (found === undefined) return [];
  const { line } = positionAt(module.physical.starts, found.start);
  const message =
    `'load_mock' is imported, but ${mocksPackage} is not there: the app does not start`;
  return [{ line, message }];
}

/** Returns the first use of a name; `null` if there is none, or if the module may bind the name. */
function unboundUse(module: PythonModule, name: string): Token | null {
  const isImported = readImports(module).some((statement) =>
    statement.module === "__future__" ||
    statement.names.some(({ name: member, alias }) =>
      member === "*" || (alias ?? member).split(".")[0] === name
    )
  );
  if (isImported) return null;
  const { source, lines } = module;
  let first: Token | null = null;
  for (const line of lines) {
    if (!source.slice(line.start, line.end).includes(name)) continue;
    const tokens = tokenize(source, line.start, line.end);
    const isHeader = isName(tokens[0], "def") || isName(tokens[0], "async");
    const targets = targetsIn(tokens);
    for (const [index, token] of tokens.entries()) {
      const [before, after] = [tokens[index - 1], tokens[index + 1]];
      if (!isName(token, name) || isOperator(before, ".")) continue;
      const binds = targets.has(token) || mayBind(before, after) ||
        isHeader && startsParameter(before);
      if (binds) return null;
      first ??= token;
    }
  }
  return first;
}

/** Statements that can have another statement behind their colon. */
const BLOCKS = ["elif", "else", "except", "finally", "for", "if", "try", "while", "with"];

/**
 * Returns the tokens of a statement that may be, or be part of, the target of an assignment, a loop, a `with`
 * or an import, or a pattern of `match`.
 */
function targetsIn(tokens: readonly Token[]): ReadonlySet<Token> {
  const isBlock = BLOCKS.some((word) => isName(tokens[0], word));
  const colon = isBlock ? -1 : tokens.findIndex((token) => isOperator(token, ":"));
  const names = tokens.findIndex((token, index) =>
    isName(token, "as") || isName(token, "import") || index === 0 && isName(token, "case")
  );
  const targets = new Set<Token>(names === -1 ? [] : tokens.slice(names));
  let leadsToTarget = false;
  let depth = 0;
  for (const [index, token] of [...tokens.entries()].reverse()) {
    // An annotation is behind the colon of an annotated target.
    if (leadsToTarget && (colon === -1 || index < colon)) targets.add(token);
    if (CLOSING.some((text) => isOperator(token, text))) depth++;
    if (OPENING.some((text) => isOperator(token, text))) depth--;
    if (isOperator(token, "=")) leadsToTarget = depth === 0;
    else if (isName(token, "in")) leadsToTarget = true;
    else if (!isInTarget(token)) leadsToTarget = false;
  }
  return targets;
}

const OPENING = ["(", "[", "{"];
const CLOSING = [")", "]", "}"];

/** Reports whether a token can come after a name in a list of targets. */
function isInTarget(token: Token): boolean {
  return token.kind === "name"
    ? !KEYWORDS.has(token.text)
    : [",", ")", "]", "*"].some((text) => isOperator(token, text));
}

const BINDING = ["class", "def", "for", "global", "lambda", "nonlocal"];

function mayBind(before: Token | undefined, after: Token | undefined): boolean {
  const isAnnotation = isOperator(before, ":") || isOperator(before, "->");
  if (isAnnotation) return false;
  return BINDING.some((word) => isName(before, word)) ||
    ["=", ":=", ":"].some((text) => isOperator(after, text));
}

function startsParameter(before: Token | undefined): boolean {
  return ["(", ",", "*", "**"].some((text) => isOperator(before, text));
}
