/** The code of a project after a renaming. */

import { LAYER_NAMES } from "../../project/layout/layers.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import type { ProjectUses } from "../../project/semantics/uses.ts";
import { definedNames } from "../../python/line_tokens.ts";
import { positionAt } from "../../python/position.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { ownName, symbols } from "../../python/symbols.ts";
import { FileEdits } from "../edits/file_edits.ts";
import { generatedParts } from "../edits/generated_parts.ts";
import { namesIn } from "../code/names_in.ts";
import { followBlueprint } from "./renamed_blueprint.ts";
import { followDefinitions } from "./renamed_definitions.ts";
import type { RenamedModule } from "./renamed_files.ts";
import { type CodePlace, followReferences, type RenamedName } from "./renamed_references.ts";
import { followStrings, mayName, type RenamedTexts } from "./renamed_strings.ts";
import type { OwnDefinition, RouteInProject } from "./route_to_rename.ts";
import { keptPaths, renamedTexts } from "./renamed_texts.ts";
import { definitionKey } from "../../project/records/route_record.ts";

/** The code after a renaming, and the places that do not follow the new name. */
export interface RenamedCode {
  /** The new texts of changed files, by their old paths. */
  readonly texts: Snapshot;
  /** Places that have the new name already. */
  readonly taken: readonly CodePlace[];
  readonly unclear: readonly CodePlace[];
  /** Places that may refer to the old name. */
  readonly left: readonly CodePlace[];
  /** Names and paths that stay because people chose them. */
  readonly kept: readonly string[];
  /** The URL paths that change, such as `/products`. */
  readonly urls: RenamedTexts["urls"];
}

/** Renames a route or a subroute in all code of a project. */
export function renameCode(target: RouteInProject, project: Project): RenamedCode {
  const { route, home, names, definitions, modules } = target;
  const edits = new FileEdits();
  const { python, uses } = project;
  const moduleAt = (path: ProjectPath) => project.module(path);
  const places = new Set(
    definitions.filter(({ layer }) => layer === "route").map(({ path }) => path),
  );
  const follow = (followed: FileEdits) =>
    [...places].map((path) => followBlueprint(target, path, moduleAt(path), followed));
  const isMoved = route.endpoints.some(({ before, after }) =>
    before.prefix + before.rule !== after.prefix + after.rule
  );
  const keepsPaths = isMoved && keptPaths(target, follow(new FileEdits())).length > 0;
  replaceGenerated(target, python, edits, keepsPaths);
  const byPath = Map.groupBy(definitions, ({ path }) => path);
  for (const [path, own] of byPath) {
    followDefinitions({ names, definitions: own }, path, moduleAt(path), edits);
  }
  const homes = new Set<string>([
    ...modules.map(({ path }) => path),
    ...Object.values(DEFAULT_LAYOUT.routePaths(route.from)),
  ]);
  const isHome = (path: ProjectPath) => homes.has(path);
  const blueprints = follow(edits);
  const renamed = renamedNames(definitions, modules);
  const isOwn = ownCode(byPath, isHome, moduleAt);
  const references = followReferences(renamed, edits, { uses, moduleAt, isOwn });
  const texts = renamedTexts(target, blueprints, project);
  const isHint = mayName(texts);
  const left = [...python].flatMap(([path, text]) => {
    const words = references.strings.get(path) ?? new Map();
    const isNamed = words.size > 0 || references.maybe.has(path) || places.has(path);
    if (!isNamed && !isHint(text)) return [];
    const options = {
      names: words,
      maybe: references.maybe.get(path) ?? new Set<number>(),
      isTest: path === home.paths.test,
      isRoute: places.has(path),
    };
    return followStrings(path, moduleAt(path), texts, options, edits);
  });
  return {
    texts: edits.texts(python),
    taken: [...takenNames(definitions, renamed, moduleAt, edits), ...references.taken],
    unclear: [...references.unclear, ...lostModels(target, uses, edits)],
    left: [...references.left, ...left],
    kept: keptPaths(target, blueprints),
    urls: texts.urls,
  };
}

function cached<Value>(compute: (path: ProjectPath) => Value): (path: ProjectPath) => Value {
  const known = new Map<ProjectPath, Value>();
  return (path) => {
    const value = known.get(path) ?? compute(path);
    known.set(path, value);
    return value;
  };
}

/**
 * Replaces unedited code with the code that is generated for the new name. If paths of the route stay,
 * its tests are not generated again, because they would request the new paths.
 */
function replaceGenerated(
  { route: { from, to, before, after, endpoints }, names, definitions, isGenerated }:
    RouteInProject,
  python: Snapshot,
  edits: FileEdits,
  keepsPaths: boolean,
): void {
  const isSameShape = endpoints.every(({ models }) => models !== null);
  const areKept = !isSameShape && !isGenerated;
  // The module of the models is not generated again, so their names follow one by one.
  const models = definitions.filter(({ layer }) => areKept && layer === "model");
  const others = lostNames(names, definitions).union(new Set(models.map(({ name }) => name)));
  const usesOthers = (code: string) => others.size > 0 && !namesIn(code).isDisjointFrom(others);
  for (const layer of LAYER_NAMES) {
    const path = DEFAULT_LAYOUT.routePaths(from)[layer];
    const text = python.get(path);
    const texts = {
      before: before.files.get(path),
      after: after.files.get(DEFAULT_LAYOUT.routePaths(to)[layer]),
    };
    const hasModels = layer !== "route" && layer !== "test";
    if (areKept && hasModels || keepsPaths && layer === "test") continue;
    if (text === undefined || texts.before === undefined || texts.after === undefined) continue;
    const nameAfter = (name: string) => names.get(definitionKey({ layer, name })) ?? name;
    const parts = generatedParts(text, { before: texts.before, after: texts.after }, nameAfter);
    edits.replace(path, parts.filter(({ start, end }) => !usesOthers(text.slice(start, end))));
  }
}

/** Lists the recorded names of modules that were not found, so that they stay. */
function lostNames(
  names: ReadonlyMap<string, string>,
  definitions: readonly OwnDefinition[],
): ReadonlySet<string> {
  const found = new Set(definitions.map(({ key }) => key));
  return new Set(
    [...names.keys()].filter((key) => !found.has(key))
      .flatMap((key) => /^(?:route|model|service|repository) (\w+)$/.exec(key)?.[1] ?? []),
  );
}

/** Lists the definitions and modules whose names change. */
function renamedNames(
  definitions: readonly OwnDefinition[],
  modules: readonly RenamedModule[],
): readonly RenamedName[] {
  const ofDefinitions = definitions.map(({ path, name, to }) => ({
    path,
    symbol: name,
    before: ownName(name),
    after: ownName(to),
  }));
  const ofModules = modules.map(({ path, before, after }) => ({
    path,
    symbol: null,
    before,
    after,
  }));
  return [...ofDefinitions, ...ofModules].filter(({ before, after }) => before !== after);
}

/** Returns a function that reports whether code is the route's own: in its modules or its definitions. */
function ownCode(
  byPath: ReadonlyMap<ProjectPath, readonly OwnDefinition[]>,
  isHome: (path: ProjectPath) => boolean,
  moduleAt: (path: ProjectPath) => PythonModule,
): (path: ProjectPath, offset: number) => boolean {
  const spans = cached((path: ProjectPath) => {
    const names = new Set(byPath.get(path)?.map(({ name }) => name) ?? []);
    return symbols(moduleAt(path)).filter(({ name }) => names.has(name))
      .map(({ start, end }) => ({ start, end }));
  });
  return (path, offset) =>
    isHome(path) || spans(path).some(({ start, end }) => start <= offset && offset < end);
}

/** Finds definitions that have a new name already. */
function takenNames(
  definitions: readonly OwnDefinition[],
  renamed: readonly RenamedName[],
  moduleAt: (path: ProjectPath) => PythonModule,
  edits: FileEdits,
): readonly CodePlace[] {
  const own = new Set(definitions.map(({ path, name }) => `${path} ${name}`));
  const changing = new Set(renamed.map(({ path, symbol }) => `${path} ${symbol}`));
  const namesOf = cached((path) => definedNames(moduleAt(path)));
  return definitions.flatMap(({ path, name, to }) => {
    const [className, method] = name.split(".");
    const after = method === undefined ? to : `${className}.${ownName(to)}`;
    if (after === name || own.has(`${path} ${after}`) && changing.has(`${path} ${after}`)) {
      return [];
    }
    const module = moduleAt(path);
    return (namesOf(path).get(after) ?? []).filter((offset) => !edits.isReplaced(path, offset))
      .map((offset) => ({
        path,
        line: positionAt(module.physical.starts, offset).line,
        what: after,
      }));
  });
}

/** Finds uses of models that are no longer generated, because the new name is too long for them. */
function lostModels(
  { route: { from, endpoints }, isGenerated }: RouteInProject,
  uses: ProjectUses,
  edits: FileEdits,
): readonly CodePlace[] {
  if (!isGenerated) return [];
  const path = DEFAULT_LAYOUT.routePaths(from).model;
  return endpoints.filter(({ models }) => models === null)
    .flatMap(({ record: { definitions } }) => definitions)
    .filter(({ layer }) => layer === "model")
    .flatMap(({ name }) =>
      uses.of({ path, name })
        .filter((use) => use.path !== path && !edits.isReplaced(use.path, use.offset))
        .map((use) => ({ path: use.path, line: use.line, what: name }))
    );
}
