/** Adding an endpoint to the layers of a route: handler, service, repository, model and test. */

import type { Snapshot } from "../core/change_set.ts";
import { type Diagnostic, error, info } from "../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import { addFunction, addMethod } from "./edit_module.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type CodePart,
  handlerPart,
  repositoryClass,
  repositoryMethodPart,
  serviceClass,
  serviceMethodPart,
  testPart,
} from "./endpoint_code.ts";
import { type Annotation, ANY, inferModels, modelCode } from "./models.ts";
import { type RoutePaths, servicePart } from "./route_files.ts";

/** A file with something added. */
export interface LayerEdit {
  readonly path: ProjectPath;
  readonly before: string | null;
  readonly after: string;
  /** The definition that was added. */
  readonly symbol: string | null;
}

export interface LayerEdits {
  readonly edits: readonly LayerEdit[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Adds an endpoint to a route's files. What is there already is kept.
 *
 * @param blueprint The variable that holds the route's blueprint.
 */
export function addToLayers(
  endpoint: Endpoint,
  blueprint: string,
  paths: RoutePaths,
  snapshot: Snapshot,
): LayerEdits {
  const draft = new Draft(snapshot);
  const { route } = endpoint;
  const answer = addModels(draft, endpoint, paths.model);
  const service = { name: serviceClass(route), part: serviceMethodPart(endpoint, answer) };
  addToClass(draft, route, paths.service, service);
  const repository = { name: repositoryClass(route), part: repositoryMethodPart(endpoint, answer) };
  addToClass(draft, route, paths.repository, repository);
  addHandler(draft, endpoint, blueprint, paths);
  addTest(draft, endpoint, paths.test);
  return { edits: draft.edits(), diagnostics: draft.diagnostics };
}

/** The texts of files as they become. */
class Draft {
  readonly diagnostics: Diagnostic[] = [];
  readonly #after = new Map<ProjectPath, { text: string; symbol: string | null }>();

  constructor(readonly snapshot: Snapshot) {}

  text(path: string): string | undefined {
    const checked = projectPath(path);
    return this.#after.get(checked)?.text ?? this.snapshot.get(checked);
  }

  set(path: string, text: string, symbol: string | null): void {
    this.#after.set(projectPath(path), { text, symbol });
  }

  edits(): LayerEdit[] {
    return [...this.#after].map(([path, { text, symbol }]) => ({
      path,
      before: this.snapshot.get(path) ?? null,
      after: text,
      symbol,
    }));
  }
}

/** Adds the models of the endpoint's mock; a project without a model file does without them. */
function addModels(draft: Draft, endpoint: Endpoint, path: string): Annotation {
  const text = draft.text(path);
  if (text === undefined) return ANY;
  const taken = new Set(moduleSymbols(text).map(({ name }) => name));
  const { models, answers } = inferModels([endpoint], taken);
  for (const { name, code, typing } of models.map(modelCode)) {
    const imports = typing.map((each) => ({ module: "typing", name: each }));
    draft.set(path, addFunction(draft.text(path) ?? "", { name, code, imports }), name);
  }
  return answers[0] ?? ANY;
}

interface ClassPart {
  readonly name: string;
  readonly part: CodePart;
}

function addToClass(draft: Draft, route: string, path: string, { name, part }: ClassPart): void {
  const text = draft.text(path) ?? "";
  const names = moduleSymbols(text).map((symbol) => symbol.name);
  if (names.includes(`${name}.${part.name}`)) return;
  const added = addMethod(text, name, part);
  if (added !== null) return draft.set(path, added, part.name);
  const message = `Route '${route}' has no class '${name}' in ${path}.`;
  draft.diagnostics.push(error("route-incomplete", message));
}

function addHandler(draft: Draft, endpoint: Endpoint, blueprint: string, paths: RoutePaths): void {
  const { route } = endpoint;
  const text = draft.text(paths.route) ?? "";
  const found = findService(moduleSymbols(text), route);
  const wired = found === null
    ? addFunction(text, servicePart(route, takesRepository(draft.text(paths.service) ?? "", route)))
    : text;
  const part = handlerPart(endpoint, blueprint, found ?? "service()");
  draft.set(paths.route, addFunction(wired, part), part.name);
}

/** How handlers get at the service: through our function, or an instance that people made. */
function findService(present: readonly PythonSymbol[], route: string): string | null {
  const ours = present.some(({ kind, name }) => kind === "function" && name === "service");
  if (ours) return "service()";
  const made = new RegExp(`=\\s*${serviceClass(route)}\\(`);
  const instance = present.find(({ kind, text }) => kind === "assignment" && made.test(text));
  return instance?.name ?? null;
}

function takesRepository(service: string, route: string): boolean {
  const constructor = moduleSymbols(service).find(({ name }) =>
    name === `${serviceClass(route)}.__init__`
  );
  return constructor !== undefined && /\(\s*self\s*,\s*\w/.test(constructor.text);
}

/** Adds a test if the file still has the fixture that our tests use. */
function addTest(draft: Draft, endpoint: Endpoint, path: string): void {
  const text = draft.text(path);
  const part = testPart(endpoint);
  const present = moduleSymbols(text ?? "");
  if (present.some(({ name }) => name === part.name)) return;
  const fixture = present.find(({ kind, name }) => kind === "function" && name === "service");
  if (text !== undefined && fixture?.text.includes("yield stand_in.return_value")) {
    return draft.set(path, addFunction(text, part), part.name);
  }
  const why = text === undefined ? "does not exist" : "no longer has the form of generated tests";
  draft.diagnostics.push(info("tests-kept", `No test was added: ${path} ${why}`));
}

function moduleSymbols(text: string): readonly PythonSymbol[] {
  return symbols(readPython(text));
}
