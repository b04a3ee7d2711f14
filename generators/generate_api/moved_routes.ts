/** Writes the routes whose code people moved or renamed. */

import type { Snapshot } from "../../core/change_set.ts";
import { definitionHash } from "../../python/symbols.ts";
import { renamedDefinition } from "../../project/facts/definition_names.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import type { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { definitionsOf } from "../../project/records/records.ts";
import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
} from "../../project/records/route_record.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { CodePart } from "../code/code_part.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import type { Policy } from "../edits/merge_module.ts";
import { type WantedDefinition, wantedDefinitions } from "../edits/wanted_definitions.ts";
import { type WrittenHandler, writtenHandlers } from "./written_handlers.ts";
import { writeMovedDefinitions } from "./moved_files.ts";
import { type DecidedRoute, policies, type ReconciledRoute } from "./reconcile_route.ts";
import { grouped, recordAfterUpdate } from "../records/record_after_update.ts";

/**
 * Writes the endpoints of a route where their code is now.
 *
 * @param files The files before any route is written.
 * @returns A function that computes the outcome from the files with the endpoints of all routes.
 */
export function writeMovedRoute(
  decided: DecidedRoute,
  merges: FileMerges,
  files: Snapshot,
): (now: ProjectSymbols) => ReconciledRoute {
  const { route: { name, code, homes }, record } = decided;
  const home = homes.of(name);
  const recorded = grouped(record, decided.actions, decided.owners, allDefinitions(record));
  const recordedOf = (endpoint: Endpoint) => recorded.get(endpoint) ?? [];
  const { handlers, actions, place, notes } = writtenHandlers(
    { code, home, recordedOf, actions: decided.actions },
    merges.draft,
    files,
  );
  const wanted = wantedInForm(wantedDefinitions(code), handlers, recordedOf);
  const owners = new Map([
    ...decided.owners,
    ...wanted.flatMap(([endpoint, definitions]) =>
      endpoint === undefined
        ? []
        : definitions.map((each) => [definitionKey(each), endpoint] as const)
    ),
  ]);
  // What the run adds is written even if people deleted such a definition.
  const added = new Set([...handlers.values()].flatMap(({ handler, isNew, wiring }) => [
    ...(isNew ? [handler.name] : []),
    ...(wiring === null ? [] : [wiring.name]),
  ]));
  const byAction = policies({ ...decided, actions, owners }, files);
  const policyOf = (definition: Pick<DefinitionRecord, "layer" | "name">) =>
    definition.layer === "route" && added.has(definition.name) ? "restore" : byAction(definition);
  const all = wanted.flatMap(([, definitions]) => definitions);
  const written = writeMovedDefinitions(home, { wanted: all, record, policyOf, place }, merges);
  const data = writeData(all, { home, record: allDefinitions(record), policyOf }, merges);
  return (now) => {
    const { recorded, inOrder } = written(now);
    const definitions = [...recorded, ...data];
    return {
      record: recordAfterUpdate(record, actions, owners, definitions, inOrder),
      actions,
      notes,
    };
  };
}

type WantedDefinitions = readonly (readonly [
  Endpoint | undefined,
  readonly WantedDefinition[],
])[];

/**
 * Returns wanted definitions in the form of the handlers that the run writes, and under the names that
 * handlers got when they were added.
 */
function wantedInForm(
  wanted: ReadonlyMap<Endpoint | undefined, readonly WantedDefinition[]>,
  handlers: ReadonlyMap<Endpoint, WrittenHandler>,
  recordedOf: (endpoint: Endpoint) => readonly DefinitionRecord[],
): WantedDefinitions {
  // The handlers of a route reach the service through the same function.
  const [first] = [...handlers].flatMap(([endpoint, { wiring }]) =>
    wiring === null ? [] : [{ endpoint, wiring }]
  );
  return [...wanted].map(([endpoint, definitions]) => {
    if (endpoint === undefined) {
      const name = first?.wiring.name;
      return [endpoint, definitions.filter((each) => each.layer !== "route" || each.name !== name)];
    }
    const [added, known] = [handlers.get(endpoint), recordedOf(endpoint)];
    const own = definitions.flatMap((each) =>
      added === undefined ? underKnownName(each, known) : inForm(each, added)
    );
    if (endpoint !== first?.endpoint) return [endpoint, own];
    const { wiring } = first;
    return [endpoint, [
      ...own,
      renamed({ layer: "route", name: "", hash: "", part: wiring }, wiring),
    ]];
  });
}

/**
 * Returns a wanted definition in the form of the handler that the run writes; empty if the tests of the
 * route cannot take it.
 */
function inForm(
  wanted: WantedDefinition,
  { handler, test }: WrittenHandler,
): readonly WantedDefinition[] {
  if (wanted.layer !== "route" && wanted.layer !== "test") return [wanted];
  const part = wanted.layer === "route" ? handler : test;
  return part === null ? [] : [renamed(wanted, part)];
}

/** Returns a wanted definition under the name of the handler that was recorded for it. */
function underKnownName(
  wanted: WantedDefinition,
  recorded: readonly DefinitionRecord[],
): WantedDefinition {
  const { layer, name, part } = wanted;
  const other = recorded.find((each) => each.layer === layer && isFreeName(each.name, name));
  if (layer !== "route" || other === undefined) return wanted;
  const own = { from: name, to: other.name };
  const code = renamedDefinition(part.code, { own, called: null, used: new Map() });
  return renamed(wanted, { ...part, name: other.name, code });
}

/** Reports whether a handler got a name because another one was taken. */
function isFreeName(name: string, taken: string): boolean {
  return name.startsWith(taken) && /^(?:_handler)+$/.test(name.slice(taken.length));
}

function renamed(wanted: WantedDefinition, part: CodePart): WantedDefinition {
  return { ...wanted, name: part.name, hash: definitionHash(part.code.trimEnd()), part };
}

interface RecordedData {
  readonly home: RouteHome;
  readonly record: readonly DefinitionRecord[];
  readonly policyOf: (definition: Pick<DefinitionRecord, "layer" | "name">) => Policy;
}

/** Writes the data files of mocks. Returns their records. */
function writeData(
  wanted: readonly WantedDefinition[],
  { home, record, policyOf }: RecordedData,
  merges: FileMerges,
): readonly DefinitionRecord[] {
  const recorded = new Map(
    record.filter(({ layer }) => layer === "mock").map((each) => [each.name, each]),
  );
  const data = wanted.filter(({ layer }) => layer === "mock");
  const names = new Set(data.map(({ name }) => name));
  const others = [...recorded.values()].filter(({ name }) => !names.has(name));
  return others.concat(data.flatMap((each) => {
    const { name, part: { code: text } } = each;
    const path = DEFAULT_LAYOUT.dataFile(name);
    const hash = recorded.get(name)?.hash;
    const known = hash === undefined ? undefined : { hash, symbols: new Map() };
    const policy = policyOf(each);
    if (known === undefined && policy === "leave") return [];
    merges.merge({ path, at: home.layout.dataFile(name), text, known, policy: () => policy });
    const file = merges.records.get(path) ?? known;
    return file === undefined ? [] : definitionsOf(path, file);
  }));
}
