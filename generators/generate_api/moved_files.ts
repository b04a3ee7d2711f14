/** Writes the definitions of a route whose code people moved or renamed: where that code is now. */

import type { ProjectPath } from "../../core/project_path.ts";
import { hashUnder } from "../../project/homes/found_definition.ts";
import type { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { hasClass, LAYER_NAMES, type LayerName } from "../../project/layout/layers.ts";
import { blueprintVariable } from "../../project/layout/layout.ts";
import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { PythonSymbol } from "../../python/symbols.ts";
import type { AppendOptions } from "../../python/edit.ts";
import { namesIn } from "../code/names_in.ts";
import { modelFile } from "../code/route_files.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import { classOf, isMethod, type ModuleDraft } from "../edits/module_draft.ts";
import type { WantedDefinition } from "../edits/wanted_definitions.ts";
import { placeOfModels } from "../handlers/model_layer.ts";
import { Relocation } from "../handlers/relocation.ts";
import { withEolOf } from "../plans/plan.ts";
import { isAdded, mergeDefinitions, type Policy } from "../edits/merge_module.ts";
import { PlacedDefinition } from "./placed_definition.ts";

/** The definitions that a run wants in a moved route. */
export interface MovedDefinitions {
  /** In the order of the generated code. */
  readonly wanted: readonly WantedDefinition[];
  readonly record: RouteRecord;
  readonly policyOf: (definition: DefinitionRecord) => Policy;
  /** The place of the first handler in its module. */
  readonly place: AppendOptions;
}

/**
 * Writes definitions into the files where people moved those of the route.
 *
 * @returns A function that lists the definitions to record, from the files after all routes were
 * written, because many routes can share a file.
 */
export function writeMovedDefinitions(
  home: RouteHome,
  { wanted, record, policyOf, place }: MovedDefinitions,
  merges: FileMerges,
): (now: ProjectSymbols) => RecordedCode {
  const { draft } = merges;
  const relocation = new Relocation(home, draft);
  const recorded = allDefinitions(record);
  const hashes = new Map(recorded.map((each) => [definitionKey(each), each.hash]));
  const modelPaths = placesOfModels(wanted, home);
  const written = new Set<string>();
  const followed = new Set<string>();
  const placed = wanted.flatMap((each): readonly Placed[] => {
    const { layer } = each;
    if (layer === "mock") return [];
    const path = pathOf(each, layer, home, modelPaths);
    return [{ path, layer, definition: placedDefinition(each, path, home, relocation) }];
  });
  for (const layer of LAYER_NAMES) {
    const own = placed.filter((each) => each.layer === layer);
    for (const [path, files] of Map.groupBy(own, (each) => each.path)) {
      const definitions = files.map(({ definition }) => definition);
      const module = draft.module(path);
      const file = { path, definitions, hashes, policyOf };
      if (module === undefined) {
        if (layer === "model") createModels(file, home, merges).forEach((key) => written.add(key));
        continue;
      }
      const options = layer === "route"
        ? place
        : layer === "model"
        ? placeOfModels(module.module, home)
        : {};
      const merged = mergeInto(file, options, merges);
      for (const key of merged.written) written.add(key);
      for (const key of merged.followed) followed.add(key);
    }
  }
  return (now) => recordedAfter({ placed, recorded, written, followed, home }, now);
}

interface Placed {
  readonly path: ProjectPath;
  readonly layer: LayerName;
  readonly definition: PlacedDefinition;
}

/** A file of people that wanted definitions go into. */
interface MovedFile extends Pick<MovedDefinitions, "policyOf"> {
  readonly path: ProjectPath;
  readonly definitions: readonly PlacedDefinition[];
  /** The recorded hashes by {@linkcode definitionKey}. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Merges definitions into a module. Returns the keys of those that were written, and that followed. */
function mergeInto(
  { path, definitions, hashes, policyOf }: MovedFile,
  place: AppendOptions,
  { draft, replaced }: FileMerges,
): Readonly<Record<"written" | "followed", readonly string[]>> {
  const module = draft.module(path);
  if (module === undefined) return { written: [], followed: [] };
  const wanted = definitions.filter((each) =>
    (!isMethod(each) || module.find(classOf(each.name)) !== undefined) &&
    !isOfOther(each, module)
  );
  const byName = new Map(wanted.map((each) => [each.name, each]));
  const known = new Map(wanted.flatMap((each) => {
    const hash = hashes.get(definitionKey(each.wanted));
    return hash === undefined ? [] : [[each.name, hash] as const];
  }));
  const merge = mergeDefinitions(module, {
    wanted,
    known,
    place,
    policyOf: (name) => {
      const each = byName.get(name);
      // What people wrote under the name of a new definition stays.
      const isTheirs = !known.has(name) && module.has(name);
      return each === undefined || isTheirs ? "leave" : policyOf(each.wanted);
    },
    hashOf: (current) => recordedHash(current, byName.get(current.name), known.get(current.name)),
  });
  if (merge === null) throw new Error(`${path} cannot take definitions`);
  if (merge.replaces) replaced.add(path);
  const keysOf = (names: ReadonlySet<string>) =>
    [...names].flatMap((name) => {
      const each = byName.get(name);
      return each === undefined ? [] : [definitionKey(each.wanted)];
    });
  return { written: keysOf(merge.written), followed: keysOf(merge.followed) };
}

/** Reports whether a definition of another route in the module has the name of a handler that is missing. */
function isOfOther({ wanted, name, found }: PlacedDefinition, module: ModuleDraft): boolean {
  return wanted.layer === "route" && found === undefined && module.has(name);
}

/**
 * Returns the hash of a definition under its generated name.
 *
 * @param recorded Its recorded hash. A definition that was added in the form of others is recorded
 * with the names that people gave.
 */
function recordedHash(
  current: Pick<PythonSymbol, "hash" | "text">,
  each: PlacedDefinition | undefined,
  recorded: string | undefined,
): string {
  return each === undefined
    ? current.hash
    : hashUnder(current, each.found?.renaming ?? null, recorded ?? each.wanted.hash);
}

/** Creates the module of models. Returns the keys of the models. */
function createModels(
  { path, definitions, hashes, policyOf }: MovedFile,
  { route, paths }: RouteHome,
  { draft }: FileMerges,
): readonly string[] {
  const added = definitions.filter(({ wanted }) =>
    isAdded(policyOf(wanted), hashes.get(definitionKey(wanted)))
  );
  if (added.length === 0) return [];
  const models = added.map(({ name, text, imports }) => ({ name, code: `${text}\n`, imports }));
  const service = draft.module(paths.service)?.module.source ?? "";
  draft.write(path, withEolOf(service, modelFile(route, models)));
  return added.map(({ wanted }) => definitionKey(wanted));
}

function placedDefinition(
  wanted: WantedDefinition,
  path: ProjectPath,
  home: RouteHome,
  relocation: Relocation,
): PlacedDefinition {
  const found = home.found.get(definitionKey(wanted));
  const name = found?.name ?? nameIn(home, wanted);
  return new PlacedDefinition(wanted, name, found, (part) => relocation.apply(part, path));
}

/** Returns the name that a missing definition gets. */
function nameIn(home: RouteHome, { layer, name }: DefinitionRecord): string {
  if (hasClass(layer)) return name.replace(/^\w+/, home[layer]);
  return layer === "route" && name === blueprintVariable(home.route) ? home.blueprint : name;
}

function pathOf(
  wanted: WantedDefinition,
  layer: LayerName,
  { found, paths }: RouteHome,
  models: ReadonlyMap<string, ProjectPath>,
): ProjectPath {
  const place = found.get(definitionKey(wanted))?.path;
  return place ?? (layer === "model" ? models.get(wanted.name) : undefined) ??
    paths[layer];
}

/**
 * Returns the files of models. A new model goes into the file of the model that uses it, because
 * Python evaluates the annotations of classes.
 */
function placesOfModels(
  wanted: readonly WantedDefinition[],
  { found }: RouteHome,
): ReadonlyMap<string, ProjectPath> {
  const places = new Map<string, ProjectPath>();
  // A model comes after the models that it uses.
  for (const each of wanted.filter(({ layer }) => layer === "model").toReversed()) {
    const path = found.get(definitionKey(each))?.path ?? places.get(each.name);
    if (path === undefined) continue;
    for (const name of [each.name, ...namesIn(each.part.code)]) {
      if (!places.has(name)) places.set(name, path);
    }
  }
  return places;
}

/** The definitions to record. */
export interface RecordedCode {
  readonly recorded: readonly DefinitionRecord[];
  /** Those that the code has, in its order. */
  readonly inOrder: readonly DefinitionRecord[];
}

interface WrittenRoute {
  readonly placed: readonly Placed[];
  readonly recorded: readonly DefinitionRecord[];
  /** The keys of the definitions that were written. */
  readonly written: ReadonlySet<string>;
  /** The keys of the edited classes whose other parts follow. */
  readonly followed: ReadonlySet<string>;
  readonly home: RouteHome;
}

/**
 * Returns the definitions to record. A definition that people edited or deleted keeps its earlier
 * hash.
 */
function recordedAfter(
  { placed, recorded, written, followed, home }: WrittenRoute,
  now: ProjectSymbols,
): RecordedCode {
  const known = new Map(recorded.map((each) => [definitionKey(each), each]));
  const wanted = placed.flatMap(({ path, definition }) => {
    const { layer, name, hash } = definition.wanted;
    const key = definitionKey(definition.wanted);
    const symbol = now.in(path).get(definition.name)?.symbol;
    const earlier = known.get(key);
    const present = symbol && hashUnder(symbol, definition.found?.renaming ?? null, hash);
    const isGenerated = present !== undefined && (written.has(key) || present === hash);
    const after = followed.has(key) ? hash : isGenerated ? present : earlier?.hash;
    return after === undefined ? [] : [{ path, symbol, definition: { layer, name, hash: after } }];
  });
  const keys = new Set(placed.map(({ definition }) => definitionKey(definition.wanted)));
  const left = recorded.flatMap((definition) => {
    const { layer } = definition;
    if (layer === "mock" || keys.has(definitionKey(definition))) return [];
    const { path = home.paths[layer], name } = home.found.get(definitionKey(definition)) ?? {};
    return [{ path, symbol: now.in(path).get(name ?? "")?.symbol, definition }];
  });
  const all = [...wanted, ...left];
  const present = all.filter(({ symbol }) => symbol !== undefined);
  return { recorded: all.map(({ definition }) => definition), inOrder: inOrderOfCode(present) };
}

/** A definition to record, with its place; without a symbol if people deleted it. */
interface Recorded {
  readonly path: ProjectPath;
  readonly symbol: { readonly line: number } | undefined;
  readonly definition: DefinitionRecord;
}

/** Returns definitions in the order of the layers, and of their code within each file. */
function inOrderOfCode(all: readonly Recorded[]): readonly DefinitionRecord[] {
  const files = Map.groupBy(all, ({ path, definition }) => `${definition.layer} ${path}`);
  return [...files.values()].flatMap((inFile) =>
    inFile.toSorted((a, b) => (a.symbol?.line ?? 0) - (b.symbol?.line ?? 0))
  ).map(({ definition }) => definition);
}
