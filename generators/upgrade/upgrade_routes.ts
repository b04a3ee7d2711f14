/** Upgrades the code of routes, wherever people moved it. */

import type { ProjectPath } from "../../core/project_path.ts";
import { renamedDefinition } from "../../project/facts/definition_names.ts";
import { hashUnder } from "../../project/homes/found_definition.ts";
import { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import { homeKey } from "../../project/homes/route_home.ts";
import type { Project } from "../../project/project.ts";
import type { DefinitionRecord, RouteRecord } from "../../project/records/route_record.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import type { CodePart } from "../code/endpoint_code.ts";
import { hasPerRequest } from "../code/per_request.ts";
import { GrowingFiles } from "../edits/growing_files.ts";
import { Replacements } from "../edits/replacements.ts";
import { Relocation } from "../handlers/relocation.ts";
import { type RenderedDefinition, renderedOtherwise } from "./comparable_code.ts";
import type { UpgradedProject } from "./upgraded_project.ts";

/** A rendered definition, with the names and imports of its place. */
interface PlacedDefinition extends RenderedDefinition {
  readonly route: string;
  readonly part: CodePart;
}

/**
 * Replaces the definitions that no one edited and that this version renders differently. Returns
 * the new records of the routes.
 *
 * @param specs The routes, read from the code.
 * @param keepEdited Whether to record edited definitions as they are rendered now.
 */
export function upgradeRoutes(
  upgraded: UpgradedProject,
  project: Project,
  specs: ReadonlyMap<string, RouteSpec>,
  keepEdited: boolean,
): ReadonlyMap<string, RouteRecord> {
  const records = project.records?.routes ?? new Map<string, RouteRecord>();
  const rendered = [...specs.values()].flatMap((spec) => placed(spec, project));
  // A definition can have another hash only because the module quotes its annotations, for example.
  const tried = renderings(rendered, project);
  const changed = rendered.filter((each) => tried.get(each) !== each.known);
  const followed = changed.filter(({ found }) => !found.edited);
  const files = new GrowingFiles(project.files);
  replaceAll(followed, files);
  for (const [path, text] of files.changed()) upgraded.set(path, text);
  const edited = changed.filter((each) => each.found.edited && tried.get(each) !== each.found.hash);
  for (const { found: { path, name }, part } of keepEdited ? [] : edited) {
    upgraded.leave(path, name, (text) => withPart(path, text, part));
  }
  const hashes = Map.groupBy([...followed, ...keepEdited ? edited : []], ({ route }) => route);
  return new Map([...records].map(([route, record]) => {
    const now = new Map(
      hashes.get(route)?.map((each) => [homeKey(each.wanted), tried.get(each) ?? each.known]),
    );
    return [route, now.size === 0 ? record : withHashes(record, now)];
  }));
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
  const files = new GrowingFiles(project.files);
  replaceAll(definitions, files);
  const symbols = new ProjectSymbols(files.changed());
  return new Map(definitions.map((each) => {
    const { found, wanted } = each;
    const symbol = symbols.in(found.path).get(found.name)?.symbol;
    return [
      each,
      symbol === undefined ? found.hash : hashUnder(symbol, found.renaming, wanted.hash),
    ];
  }));
}

function replaceAll(definitions: readonly PlacedDefinition[], files: GrowingFiles): void {
  const replacements = new Replacements();
  for (const { found, part } of definitions) replacements.replace(found.path, part);
  replacements.apply(files);
}

function withPart(path: ProjectPath, text: string, part: CodePart): string {
  const files = new GrowingFiles(new Map([[path, text]]));
  const replacements = new Replacements();
  replacements.replace(path, part);
  replacements.apply(files);
  return files.text(path) ?? text;
}

function withHashes(record: RouteRecord, hashes: ReadonlyMap<string, string>): RouteRecord {
  const updated = (definitions: readonly DefinitionRecord[]) =>
    definitions.map((each) => ({ ...each, hash: hashes.get(homeKey(each)) ?? each.hash }));
  return {
    ...record,
    shared: updated(record.shared),
    endpoints: record.endpoints.map((each) => ({
      ...each,
      definitions: updated(each.definitions),
    })),
  };
}
