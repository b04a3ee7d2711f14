/** Single changes to a project, each with the expected output of `status`. */

import { change, remove, rewrite } from "./edits/edit.ts";
import { MOVES } from "./edits/moves.ts";
import { REGISTRATION } from "./edits/registration.ts";
import {
  appModules,
  blueprints,
  classPlace,
  type HandlerPlace,
  handlers,
  lf,
  type MockPlace,
  mocks,
  registrar,
  singleBlueprints,
} from "./places.ts";
import { typedPath } from "../../project/layout/url_paths.ts";
import { changedPaths, type Project } from "./project.ts";
import { replaced } from "./python_text.ts";
import type { Random } from "./random.ts";

/** A project after a change. */
export interface Mutated {
  readonly project: Project;
  /**
   * The expected output of `status`, such as `deleted GET /products/sale` or `problem api/app.py`.
   */
  readonly told: readonly string[];
}

/**
 * Makes one change.
 *
 * @returns `null` if the project has nothing to change in this way.
 */
export type Mutation = (project: Project, random: Random) => Mutated | null;

/** Returns the endpoint of a handler, such as `GET /products/sale`. */
function endpointOf(project: Project, { path, blueprint, verb, rule }: HandlerPlace): string {
  const module = lf(project.files, path);
  const prefix = new RegExp(`^${blueprint} = Blueprint\\([^)]*?url_prefix="([^"]*)"`, "m");
  return `${verb.toUpperCase()} ${prefix.exec(module)?.[1] ?? ""}${rule}`;
}

/** Changes a handler. */
function onHandler(
  edit: (project: Project, place: HandlerPlace, endpoint: string) => Mutated | null,
): Mutation {
  return (project, random) => {
    const place = random.pick(handlers(project));
    return place === undefined ? null : edit(project, place, endpointOf(project, place));
  };
}

function told(project: Project | null, ...lines: readonly string[]): Mutated | null {
  return project === null ? null : { project, told: lines };
}

/** Replaces the text of a handler. */
function withHandler(
  project: Project,
  { path, definition, text }: HandlerPlace,
  edit: (text: string) => string,
): Project | null {
  return change(project, path, (module) => replaced(module, definition, edit(text)));
}

const deletesHandler = onHandler((project, place, endpoint) =>
  told(withHandler(project, place, () => ""), `deleted ${endpoint}`)
);

const changesPath = onHandler((project, place, endpoint) => {
  const { path, decorator, verb, rule } = place;
  const changed = decorator.replace(`"${rule}"`, `"${rule}/<int:number>"`);
  const signature = `def ${place.definition.name}(`;
  const isTaken = handlers(project).some((each) =>
    each.path === path && each.verb === verb &&
    typedPath(each.rule) === typedPath(`${rule}/<int:number>`)
  );
  return told(
    withHandler(
      project,
      place,
      (text) => text.replace(decorator, changed).replace(signature, `${signature}number: int, `),
    ),
    `changed ${endpoint}/{number:int}`,
    `edited ${endpoint}/{number:int}`,
    ...(isTaken ? [`problem ${path}`] : []),
  );
});

const changesMethod = onHandler((project, place, endpoint) => {
  const { decorator, verb } = place;
  const now = endpoint.replace(/^\w+/, "PATCH");
  return told(
    withHandler(
      project,
      place,
      (text) => text.replace(decorator, decorator.replace(`.${verb}(`, ".patch(")),
    ),
    `changed ${now}`,
    `edited ${now}`,
  );
});

const editsHandler = onHandler((project, place, endpoint) =>
  told(
    withHandler(project, place, (text) => text.replace(/^( +)return /m, "$1print()\n$&")),
    `edited ${endpoint}`,
  )
);

const copiesHandler = onHandler((project, place) =>
  told(
    withHandler(project, place, (text) => `${text}\n\n\n${text}`),
    `problem ${place.path}`,
  )
);

const renamesHandler = onHandler((project, place, endpoint) => {
  const { name } = place.definition;
  return told(
    withHandler(project, place, (text) => text.replace(`def ${name}(`, "def answer(")),
    `moved ${endpoint}`,
  );
});

/** Returns the endpoints whose handlers call a method of a service. */
function endpointsCalling(project: Project, { service, definition: { name } }: MockPlace) {
  return handlers(project)
    .filter((each) =>
      each.serviceMethod === name &&
      new RegExp(`\\b${service}\\b`).test(lf(project.files, each.path))
    )
    .map((each) => endpointOf(project, each));
}

const editsService: Mutation = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const { path, service, definition: { name } } = place;
  const edited = rewrite(
    project,
    path,
    `${service}.${name}`,
    (text) => text.replace(/# Mock\.[^]*/, "return None"),
  );
  return told(edited, ...endpointsCalling(project, place).map((each) => `edited ${each}`));
};

const editsRepository: Mutation = (project, random) => {
  const place = random.pick(mocks(project));
  const target = place && classPlace(project, place.repository);
  if (place === undefined || target === undefined) return null;
  const edited = rewrite(
    project,
    target.path,
    `${place.repository}.${place.repositoryMethod}`,
    (text) => text.replace("raise NotImplementedError", "return []"),
  );
  return told(edited, ...endpointsCalling(project, place).map((each) => `edited ${each}`));
};

/** Returns the endpoints of a module. */
function endpointsIn(project: Project, path: string): string[] {
  return handlers(project).filter((each) => each.path === path)
    .map((each) => endpointOf(project, each));
}

const unregisters: Mutation = (project, random) => {
  const byHand = REGISTRATION["registers the blueprints by hand"]?.(project, random) ?? null;
  const place = random.pick(blueprints(project));
  if (byHand === null || place === undefined) return null;
  const registered = change(
    byHand,
    registrar(byHand),
    (text) => text.replace(new RegExp(`\\w+\\.register_blueprint\\(${place.variable}\\)`), "pass"),
  );
  return told(
    registered,
    ...endpointsIn(project, place.path).map((each) => `unregistered ${each}`),
  );
};

/**
 * Moves code with one of the edits in `MOVES`. `status` then shows each endpoint of the moved files
 * as moved.
 */
function moves(name: string): Mutation {
  return (project, random) => {
    const moved = MOVES[name]?.(project, random) ?? null;
    if (moved === null) return null;
    const gone = changedPaths(project.files, moved.files)
      .filter((path) => moved.files[path] === undefined);
    return told(moved, ...routesOf(project, gone).map((each) => `moved ${each}`));
  };
}

/** Returns the endpoints of the routes that some files belong to. */
function routesOf(project: Project, paths: readonly string[]): string[] {
  const routes = paths.flatMap((path) => /\/(\w+)_(?:route|service)\.py$/.exec(path)?.[1] ?? []);
  return [...new Set(routes)].flatMap((route) =>
    endpointsIn(project, `${project.app}/routes/${route}_route.py`)
  );
}

const renamesService: Mutation = (project, random) => {
  const place = random.pick(mocks(project));
  if (place === undefined) return null;
  const files = Object.entries(project.files).map(([path, text]) =>
    path.endsWith(".py") ? [path, text.replaceAll(place.service, "Renamed")] : [path, text]
  );
  const route = /\/(\w+)_service\.py$/.exec(place.path)?.[1];
  return told(
    { ...project, files: Object.fromEntries(files) },
    ...endpointsIn(project, `${project.app}/routes/${route}_route.py`).map((each) =>
      `moved ${each}`
    ),
  );
};

const deletesRoute: Mutation = (project, random) => {
  const place = random.pick(singleBlueprints(project));
  if (place === undefined) return null;
  return told(
    remove(project, place.path),
    ...endpointsIn(project, place.path).map((each) => `deleted ${each}`),
  );
};

const deletesFile: Mutation = (project, random) => {
  const path = random.oneOf("README.md", "Dockerfile", "compose.yaml", "tests/conftest.py");
  return told(remove(project, path), `deleted ${path}`);
};

const deletesTest: Mutation = (project, random) => {
  const path = random.pick(
    Object.keys(project.files).filter((each) =>
      /_route\.py$/.test(each) &&
      each.startsWith("tests/")
    ),
  );
  return path === undefined ? null : told(remove(project, path), `deleted ${path}`);
};

const breaksSyntax: Mutation = (project, random) => {
  const path = random.pick(appModules(project));
  return path === undefined ? null : told(
    change(project, path, (text) => `${text}\ndef (\n`),
    ...endpointsIn(project, path).map((each) => `unreadable ${each}`),
    `problem ${path}`,
  );
};

/** Every kind of change. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "deletes a handler": deletesHandler,
  "changes a path": changesPath,
  "changes a method": changesMethod,
  "edits a handler": editsHandler,
  "edits a service": editsService,
  "edits a repository": editsRepository,
  "copies a handler": copiesHandler,
  "renames a handler": renamesHandler,
  "renames a service": renamesService,
  "leaves out a registration": unregisters,
  "turns a module into a package": moves("turns a route's module into a package"),
  "moves a module into a domain package": moves("moves a route's module into a domain package"),
  "moves all layers into a domain package": moves(
    "moves all layers of a route into a domain package",
  ),
  "deletes a route's module": deletesRoute,
  "deletes a file": deletesFile,
  "deletes a route's test": deletesTest,
  "breaks the syntax of a module": breaksSyntax,
};
