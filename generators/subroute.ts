/** An endpoint in an existing route, beside what people wrote there. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import type { Json } from "../core/json.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { type FlaskModule, readFlaskModule } from "../project/flask_module.ts";
import {
  isAsGenerated,
  type Manifest,
  MANIFEST_PATH,
  type ManifestEntry,
  manifestEntry,
  parseManifest,
  symbolHash,
  textHash,
} from "../project/manifest.ts";
import { readPython } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";
import type { Method } from "../spec/api_spec.ts";
import { mocksModule } from "../templates/mod.ts";
import { blueprintVariable, type Endpoint, subrouteEndpoint } from "./endpoint.ts";
import { dataFile } from "./endpoint_code.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import { addToLayers, type LayerEdit } from "./layers.ts";
import { brokenPython, emptyPlan, fileChange, manifestChange, type Plan } from "./plan.ts";
import { dataFilePath, MOCKS_MODULE_PATH, type RoutePaths, routePaths } from "./route_files.ts";

export interface SubrouteInput {
  readonly route: string;
  readonly subroute: string;
  readonly method: Method;
  /** `null` for none. */
  readonly mock: Json | null;
}

/** The files that a plan of this subroute is made from. */
export function subrouteReads({ route, subroute, method, mock }: SubrouteInput): ProjectPath[] {
  const data = dataFile(subrouteEndpoint(route, subroute, { method, mock }, new Set()));
  const paths = [...Object.values(routePaths(route)), MOCKS_MODULE_PATH];
  if (data !== null) paths.push(dataFilePath(data.name));
  return [...paths.map(projectPath), MANIFEST_PATH];
}

/**
 * Plans a subroute.
 *
 * @param snapshot The files of {@linkcode subrouteReads}, as far as they exist.
 */
export function planSubroute(input: SubrouteInput, snapshot: Snapshot): Plan {
  const { route, subroute } = input;
  const paths = routePaths(route);
  const text = snapshot.get(projectPath(paths.route));
  if (text === undefined) return emptyPlan([routeMissing(route)]);
  const broken = brokenFiles(paths, snapshot);
  if (broken.length > 0) return emptyPlan(broken);
  const module = readFlaskModule(text);
  const blueprint = findBlueprint(module, route);
  if (blueprint === null) return emptyPlan([noBlueprint(paths.route)]);
  const endpoint = subrouteEndpoint(route, subroute, input, new Set([blueprint]));
  if (answersAlready(module, blueprint, endpoint) || definesHandler(text, endpoint)) {
    const message = `Subroute '${subroute}' already exists in ${paths.route}`;
    return emptyPlan([warning("subroute-exists", message)], message);
  }
  const { edits, diagnostics } = addToLayers(endpoint, blueprint, paths, snapshot);
  if (diagnostics.some(({ severity }) => severity === "error")) return emptyPlan(diagnostics);
  const plan = planEdits(input, endpoint, [...edits, ...dataEdits(endpoint, snapshot)], {
    snapshot,
    diagnostics,
  });
  return { ...plan, conflicts: plan.changes.filter((change) => isOverwritten(change, snapshot)) };
}

/** A data file that people wrote, or that is left of an endpoint and was edited since. */
function isOverwritten({ path, before }: Change, snapshot: Snapshot): boolean {
  if (before === null || !path.endsWith(".json")) return false;
  return !isAsGenerated(parseManifest(snapshot.get(MANIFEST_PATH) ?? "").files.get(path), before);
}

function routeMissing(route: string): Diagnostic {
  const message = `Route '${route}' does not exist. Please generate the main route first using:\n` +
    `  layerwright generate route ${route}`;
  return error("route-missing", message);
}

function brokenFiles(paths: RoutePaths, snapshot: Snapshot): Diagnostic[] {
  return Object.values(paths).map(projectPath).flatMap((path) => {
    const [problem] = readPython(snapshot.get(path) ?? "").problems;
    return problem === undefined ? [] : [brokenPython(path, problem.line, problem.message)];
  });
}

/** The blueprint's variable: the one that registration knows, else the file's only one. */
function findBlueprint({ blueprints }: FlaskModule, route: string): string | null {
  const variables = blueprints.map(({ variable }) => variable);
  if (variables.includes(blueprintVariable(route))) return blueprintVariable(route);
  return variables.length === 1 ? variables[0] ?? null : null;
}

function noBlueprint(path: string): Diagnostic {
  const message = `Found no blueprint to add to in ${path}.`;
  return error("python-unclear", message);
}

function answersAlready(
  { endpoints }: FlaskModule,
  blueprint: string,
  { rule, method }: Endpoint,
): boolean {
  return endpoints.some((each) =>
    each.blueprint === blueprint && each.rule?.replace(/\/$/, "") === rule &&
    (each.methods === null || each.methods.includes(method))
  );
}

function definesHandler(text: string, { handler }: Endpoint): boolean {
  return symbols(readPython(text)).some(({ kind, name }) =>
    kind === "function" && name === handler
  );
}

/** The data file of the endpoint's mock, and the module that reads it where it is missing. */
function dataEdits(endpoint: Endpoint, snapshot: Snapshot): LayerEdit[] {
  const data = dataFile(endpoint);
  if (data === null) return [];
  const module = projectPath(MOCKS_MODULE_PATH);
  const path = projectPath(dataFilePath(data.name));
  const edits = [{ path, before: snapshot.get(path) ?? null, after: data.text, symbol: null }];
  if (snapshot.has(module)) return edits;
  return [...edits, { path: module, before: null, after: mocksModule, symbol: null }];
}

interface Findings {
  readonly snapshot: Snapshot;
  readonly diagnostics: readonly Diagnostic[];
}

function planEdits(
  { route, subroute, method, mock }: SubrouteInput,
  endpoint: Endpoint,
  edits: readonly LayerEdit[],
  { snapshot, diagnostics }: Findings,
): Plan {
  const changes = edits.flatMap(({ path, before, after, symbol }) =>
    fileChange(path, before, after, symbol ?? undefined)
  );
  const withMock = mock === null ? "!" : " with mock data!";
  const what = `${method} subroute '${subroute}' for route '${route}'`;
  return {
    ...emptyPlan(diagnostics),
    changes: [...changes, ...manifestChanges(edits, snapshot)],
    messages: {
      applied: `Successfully generated ${what}${withMock}`,
      planned: `Would generate ${what}`,
      unchanged: "",
      conflict: "Move it away, or choose another name",
    },
    data: { endpoints: [endpointSummary(endpoint)] },
  };
}

function manifestChanges(edits: readonly LayerEdit[], snapshot: Snapshot): readonly Change[] {
  const before = snapshot.get(MANIFEST_PATH);
  if (before === undefined) return [];
  const manifest = parseManifest(before);
  const files = new Map(manifest.files);
  for (const edit of edits) {
    const entry = entryAfter(edit, manifest);
    if (entry !== null) files.set(edit.path, entry);
  }
  return manifestChange(before, files);
}

/** An edited file stays one that people edited; what was added to it is ours nevertheless. */
function entryAfter(edit: LayerEdit, { files }: Manifest): ManifestEntry | null {
  const { path, before, after } = edit;
  if (before === null) return manifestEntry(path, after);
  const known = files.get(path);
  if (known === undefined) return null;
  const hash = isAsGenerated(known, before) ? textHash(after) : known.hash;
  return { hash, symbols: new Set([...known.symbols, ...addedSymbols(before, after)]) };
}

/** The hashes of the definitions that the text before does not have. */
function addedSymbols(before: string, after: string): string[] {
  const names = new Set(symbols(readPython(before)).map(({ name }) => name));
  return symbols(readPython(after)).filter(({ name }) => !names.has(name))
    .map(({ text }) => symbolHash(text));
}
