/** The blueprint and the rules of a route, which follow its new name. */

import type { ProjectPath } from "../../core/project_path.ts";
import { urlPrefix } from "../../project/layout/layout.ts";
import { isName, isOperator, type Token } from "../../python/expression.ts";
import { isFirstArgument, isKeywordArgument, tokensOf } from "../../python/line_tokens.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { FileEdits } from "../edits/file_edits.ts";
import type { RouteInProject } from "./route_to_rename.ts";

/** The parts of a route's blueprint that follow the new name. */
export interface FollowedBlueprint {
  /** The new names of the blueprint, by the old ones. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * The prefixes of the blueprint that differ from the default prefix; `null` for a computed
   * prefix.
   */
  readonly keptPrefixes: readonly (string | null)[];
  /** Whether the blueprint had the default prefix. */
  readonly isPrefixed: boolean;
  /** The rules of renamed subroutes that changed. */
  readonly rules: ReadonlySet<string>;
}

/** Renames the blueprint, its default prefix, and the rules of renamed subroutes. */
export function followBlueprint(
  target: RouteInProject,
  path: ProjectPath,
  module: PythonModule,
  edits: FileEdits,
): FollowedBlueprint {
  const { route: { from, to }, home } = target;
  const replace = (tokens: readonly Token[], index: number, by: string) => {
    const token = tokens[index];
    if (token?.kind !== "string" || token.value === null) return;
    const { value, text, start } = token;
    edits.edit(path, start, text, text.replace(value, () => by));
  };
  const names = new Map<string, string>();
  const prefixes: (string | null)[] = [];
  const rules = new Set<string>();
  const handlers = handlerLines(module);
  for (const [index, line] of module.lines.entries()) {
    const text = module.source.slice(line.start, line.end);
    if (!text.includes(home.blueprint)) continue;
    const tokens = tokensOf(module, line);
    if (text.startsWith("@")) {
      for (const rule of followRule(target, tokens, handlers.get(index) ?? "", replace)) {
        rules.add(rule);
      }
    } else if (isName(tokens[0], home.blueprint)) {
      const name = blueprintName(tokens);
      const known = stringAt(tokens, name);
      if (known === null) continue;
      names.set(known, known === from ? to : known);
      if (known === from) replace(tokens, name, to);
      const prefix = tokens.findIndex((_, each) => isKeywordArgument(tokens, each, "url_prefix"));
      if (stringAt(tokens, prefix) === urlPrefix(from)) replace(tokens, prefix, urlPrefix(to));
      prefixes.push(stringAt(tokens, prefix));
    }
  }
  const keptPrefixes = prefixes.filter((each) => each !== urlPrefix(from));
  return { names, keptPrefixes, isPrefixed: keptPrefixes.length < prefixes.length, rules };
}

/** Returns the names of the handlers by the lines of their decorators. */
function handlerLines({ definitions }: PythonModule): ReadonlyMap<number, string> {
  return new Map(
    definitions.flatMap(({ decorators, name }) => decorators.map((line) => [line, name] as const)),
  );
}

/** Returns the index of the blueprint's name in an assignment of a blueprint, or -1. */
function blueprintName(tokens: readonly Token[]): number {
  return tokens.findIndex((token, index) =>
    token.kind === "string" && isFirstArgument(tokens, index, (callee) => callee === "Blueprint")
  );
}

/**
 * Renames the rule and the endpoint in a decorator of a renamed subroute.
 *
 * @param handler The decorated function.
 * @returns The rule, if it was renamed.
 */
function followRule(
  { route: { endpoints }, home, definitions }: RouteInProject,
  tokens: readonly Token[],
  handler: string,
  replace: (tokens: readonly Token[], index: number, by: string) => void,
): readonly string[] {
  const isRouting = isName(tokens[1], home.blueprint) && isOperator(tokens[2], ".") &&
    isOperator(tokens[4], "(");
  const rule = isRouting ? stringAt(tokens, RULE) : null;
  if (rule === null) return [];
  const renamed = endpoints.filter(({ before, after }) =>
    before.rule === rule && before.rule !== after.rule
  );
  if (renamed.length === 0) return [];
  const own = definitions.find(({ layer, name }) => layer === "route" && name === handler);
  const endpoint = renamed.find((each) => each === own?.endpoint) ??
    renamed.find(({ before }) =>
      own === undefined && isName(tokens[VERB], before.method.toLowerCase())
    );
  if (endpoint === undefined) return [];
  const { before, after } = endpoint;
  replace(tokens, RULE, after.rule);
  const named = tokens.findIndex((_, index) => isKeywordArgument(tokens, index, "endpoint"));
  if (stringAt(tokens, named) === before.handler) replace(tokens, named, after.handler);
  return [rule];
}

/** The indices of the method and of the rule in `@blueprint.method("/rule")`. */
const VERB = 3;
const RULE = 5;

function stringAt(tokens: readonly Token[], index: number): string | null {
  const token = tokens[index];
  return token?.kind === "string" ? token.value : null;
}
