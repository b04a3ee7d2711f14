/** The edits to generated definitions that are not as generated any more, but keep generated names. */

import type { ProjectPath } from "../core/project_path.ts";
import { dataFileName, urlPrefix } from "../project/layout.ts";
import { isName, isOperator, type Token } from "../python/expression.ts";
import {
  definedNames,
  isFirstArgument,
  isKeywordArgument,
  tokensOf,
} from "../python/line_tokens.ts";
import type { LogicalLine } from "../python/logical_line.ts";
import type { PythonModule } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";
import type { Endpoint } from "./endpoint.ts";
import { defaultWords } from "./endpoint_code.ts";
import type { FileEdits } from "./file_edits.ts";
import type { OwnDefinition, RouteInProject } from "./route_to_rename.ts";
import type { RenamedEndpoint } from "./renamed_route.ts";
import { definitionKey } from "./route_definitions.ts";

/** Renames the headers of definitions, and the generated strings and comments in them. */
export function followDefinitions(
  { names: renamed, definitions }: Pick<RouteInProject, "names" | "definitions">,
  path: ProjectPath,
  module: PythonModule,
  edits: FileEdits,
): void {
  const names = definedNames(module);
  const found = Map.groupBy(symbols(module), ({ name }) => name);
  for (const definition of definitions) {
    const { name, to, endpoint } = definition;
    const [before = "", after = ""] = [name.split(".").at(-1), to.split(".").at(-1)];
    for (const offset of names.get(name) ?? []) edits.edit(path, offset, before, after);
    const texts = endpoint === null ? [] : ownTexts(definition, endpoint, renamed);
    if (texts.length === 0) continue;
    for (const symbol of found.get(name) ?? []) {
      const source = module.source.slice(symbol.start, symbol.end);
      for (const [text, by] of texts) {
        const at = source.indexOf(text);
        if (at !== -1) edits.edit(path, symbol.start + at, text, by);
      }
    }
  }
}

/** Returns the texts in a definition that follow the new name, each with the text in its place. */
function ownTexts(
  { layer, name, to, isEdited }: OwnDefinition,
  { before, after }: RenamedEndpoint,
  names: ReadonlyMap<string, string>,
): readonly (readonly [before: string, after: string])[] {
  const call = ({ repositoryMethod }: Endpoint) =>
    `# Mock. With real data: return self.repository.${repositoryMethod}(`;
  const data = dataFileName(before.route, before.serviceMethod);
  const renamedData = names.get(definitionKey("mock", data)) ?? data;
  switch (layer) {
    case "service":
      return [
        [call(before), call(after)] as const,
        ...["'", '"'].map((quote) => [quote + data + quote, quote + renamedData + quote] as const),
        ...(isEdited ? [] : [[defaultWords(before), defaultWords(after)] as const]),
      ].filter(([one, other]) => one !== other);
    case "model":
      return ["'", '"'].map((quote) => [quote + name + quote, quote + to + quote] as const);
    default:
      return [];
  }
}

/** What of a route's blueprint followed the new name. */
export interface FollowedBlueprint {
  /** The names of the blueprint. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the route's blueprint had the default prefix. */
  readonly isPrefixed: boolean;
  /** The subroutes' rules that changed. */
  readonly rules: ReadonlySet<string>;
}

/** Renames the blueprint, its default prefix, and the rules of renamed subroutes. */
export function followBlueprint(
  { route: { from, to, endpoints }, home }: Pick<RouteInProject, "route" | "home">,
  path: ProjectPath,
  module: PythonModule,
  edits: FileEdits,
): FollowedBlueprint {
  const renamed = endpoints.filter(({ before, after }) => before.rule !== after.rule);
  const rules = new Map(renamed.map(({ before, after }) => [before.rule, after]));
  const followed = {
    names: new Map<string, string>(),
    isPrefixed: false,
    rules: new Set<string>(),
  };
  for (const line of module.lines) {
    const text = module.source.slice(line.start, line.end);
    if (!text.includes(home.blueprint)) continue;
    if (text.startsWith("@")) followRule(line);
    else followCall(tokensOf(module, line));
  }
  return followed;

  function followCall(tokens: readonly Token[]): void {
    if (!isName(tokens[0], home.blueprint)) return;
    const name = tokens.findIndex((token, index) =>
      token.kind === "string" && isFirstArgument(tokens, index, (callee) => callee === "Blueprint")
    );
    const known = stringAt(tokens, name);
    if (known !== null) followed.names.set(known, known === from ? to : known);
    if (known !== from) return;
    replaceString(tokens, name, to);
    const prefix = tokens.findIndex((_, index) => isKeywordArgument(tokens, index, "url_prefix"));
    if (stringAt(tokens, prefix) !== urlPrefix(from)) return;
    followed.isPrefixed = true;
    replaceString(tokens, prefix, urlPrefix(to));
  }

  function followRule(line: LogicalLine): void {
    const tokens = tokensOf(module, line);
    const isRouting = isName(tokens[1], home.blueprint) && isOperator(tokens[2], ".") &&
      isOperator(tokens[4], "(");
    const rule = isRouting ? stringAt(tokens, 5) : null;
    const endpoint = rules.get(rule ?? "");
    if (rule === null || endpoint === undefined || !isVerb(tokens[3], endpoint, renamed)) return;
    followed.rules.add(rule);
    replaceString(tokens, 5, endpoint.rule);
    for (const { before, after } of renamed) {
      const named = tokens.findIndex((_, index) => isKeywordArgument(tokens, index, "endpoint"));
      if (before.rule === rule && stringAt(tokens, named) === before.handler) {
        replaceString(tokens, named, after.handler);
      }
    }
  }

  function replaceString(tokens: readonly Token[], index: number, by: string): void {
    const token = tokens[index];
    if (token?.kind !== "string" || token.value === null) return;
    const { value, text, start } = token;
    edits.edit(path, start, text, text.replace(value, () => by));
  }
}

function stringAt(tokens: readonly Token[], index: number): string | null {
  const token = tokens[index];
  return token?.kind === "string" ? token.value : null;
}

/** Reports whether a decorator routes one of the methods of a renamed subroute. */
function isVerb(
  token: Token | undefined,
  { rule }: Endpoint,
  renamed: readonly RenamedEndpoint[],
): boolean {
  return isName(token, "route") ||
    renamed.some(({ before, after }) =>
      after.rule === rule && isName(token, before.method.toLowerCase())
    );
}
