/** Upgrades the code of routes, wherever people moved it. */

import {
  definitionKey,
  type DefinitionRecord,
  withDefinitions,
} from "../../project/records/route_record.ts";
import { renamedDefinition } from "../../project/facts/definition_names.ts";
import { hashUnder } from "../../project/homes/found_definition.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import type { CodePart } from "../code/code_part.ts";
import { hasPerRequest } from "../code/support.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { replaceDefinitions } from "../edits/module_draft.ts";
import { Relocation } from "../handlers/relocation.ts";
import { type RenderedDefinition, renderedOtherwise } from "./comparable_code.ts";
import type { LeftCode } from "./left_definitions.ts";

/** A rendered definition, with the names and imports of its place. */
interface PlacedDefinition extends RenderedDefinition {
  readonly route: string;
  readonly part: CodePart;
}

/** The routes after an upgrade. */
export interface UpgradedRoutes {
  readonly records: Records["routes"];
  readonly left: readonly LeftCode[];
}

/**
 * Replaces the definitions that no one edited and that this version renders differently.
 *
 * @param specs The routes, read from the code.
 * @param draft A draft without edits.
 * @param keepEdited Whether to record edited definitions as they are rendered now.
 */
export function upgradeRoutes(
  specs: Iterable<RouteSpec>,
  { routes }: Records,
  draft: ProjectDraft,
  keepEdited: boolean,
): UpgradedRoutes {
  const project = draft.before;
  const rendered = [...specs].flatMap((spec) => placed(spec, project));
  // A definition can have another hash only because the module quotes its annotations, for example.
  const tried = renderings(rendered, project);
  const changed = rendered.filter((each) => tried.get(each) !== each.known);
  const followed = changed.filter(({ found }) => !found.edited);
  replaceAll(followed, draft);
  const edited = changed.filter((each) => each.found.edited && tried.get(each) !== each.found.hash);
  const left = edited.map(({ found: { path, name }, part }) => ({
    path,
    name,
    rewrite: (text: string) => replaceDefinitions(text, [part]),
  }));
  const hashes = Map.groupBy([...followed, ...keepEdited ? edited : []], ({ route }) => route);
  const records = [...routes].map(([route, record]) => {
    const now = new Map(
      hashes.get(route)?.map((each) => [definitionKey(each.wanted), tried.get(each) ?? each.known]),
    );
    const hashed = (each: DefinitionRecord) => ({
      ...each,
      hash: now.get(definitionKey(each)) ?? each.hash,
    });
    return [route, now.size === 0 ? record : withDefinitions(record, hashed)] as const;
  });
  return { records: new Map(records), left: keepEdited ? [] : left };
}

/** Returns the definitions of a route that this version renders differently, in their places. */
function placed(spec: RouteSpec, project: Project): readonly PlacedDefinition[] {
  const { name: route } = spec;
  const record = project.recordOf(route);
  if (record === undefined) return [];
  const home = project.homes.of(route);
  const perRequest = hasPerRequest(project.files.get(home.layout.perRequest));
  const relocation = new Relocation(home, project.files);
  return renderedOtherwise({ spec, record, home, perRequest })
    .filter(({ found }) => project.module(found.path).problems.length === 0)
    .map((each) => {
      const { found: { path, name, renaming } } = each;
      const { code, imports } = relocation.apply(each.wanted.part, path);
      const named = renaming === null ? code : renamedDefinition(code, renaming);
      return { ...each, route, part: { name, code: named, imports } };
    });
}

/** Returns the hash that each definition has after it is written. */
function renderings(
  definitions: readonly PlacedDefinition[],
  project: Project,
): ReadonlyMap<PlacedDefinition, string> {
  const draft = new ProjectDraft(project);
  replaceAll(definitions, draft);
  const { symbols } = draft.project;
  return new Map(definitions.map((each) => {
    const { found, wanted, known } = each;
    const symbol = symbols.in(found.path).get(found.name)?.symbol;
    // What was written in the form of other handlers is recorded with the names of its place.
    if (symbol?.hash === found.place.symbol.hash && !found.edited) return [each, known];
    return [
      each,
      symbol === undefined ? found.hash : hashUnder(symbol, found.renaming, wanted.hash),
    ];
  }));
}

function replaceAll(definitions: readonly PlacedDefinition[], draft: ProjectDraft): void {
  for (const { found, part } of definitions) draft.module(found.path)?.replacePart(part);
}
