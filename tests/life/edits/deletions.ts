/** Edits that delete: endpoints, layers, files, tests, records. */

import {
  appModules,
  type BlueprintPlace,
  classPlace,
  handlers,
  lf,
  moduleAt,
  registrar,
  services,
  singleBlueprints,
  testModules,
} from "../places.ts";
import type { Project } from "../project.ts";
import { definition, definitions, fullName, replaced, textOf } from "../python_text.ts";
import { change, type Edit, remove } from "./edit.ts";

/**
 * Deletes a definition. Returns `null` if the module mentions its name elsewhere, or would become
 * empty.
 */
function without(project: Project, path: string, name: string): Project | null {
  return change(project, path, (text) => {
    const found = definition(text, name);
    if (found === undefined) return null;
    const siblings = definitions(text).filter(({ owner }) => owner === found.owner);
    if (found.owner !== null && siblings.length === 1) {
      const [indent = ""] = /^\s*/.exec(textOf(text, found)) ?? [];
      return replaced(text, found, `${indent}pass`);
    }
    return replaced(text, found, "");
  });
}

const deletesHandler: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  if (place === undefined) return null;
  const { path, definition: { name } } = place;
  if (lf(project.files, path).split(new RegExp(`(?<![\\w.])${name}\\b`)).length !== 2) return null;
  return without(project, path, name);
};

const deletesEndpoint: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  const method = place?.serviceMethod ?? null;
  if (place === undefined || method === null) return null;
  const module = lf(project.files, place.path);
  const [service, ...others] = services(project)
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(module));
  const repository = classPlace(project, service?.repository ?? "");
  if (service === undefined || repository === undefined || others.length > 0) return null;
  if (module.split(`.${method}(`).length !== 2) return null;
  const found = definition(lf(project.files, service.path), `${service.name}.${method}`);
  const called = found === undefined
    ? undefined
    : /self\.repository\.(\w+)\(/.exec(textOf(lf(project.files, service.path), found))?.[1];
  const top = without(project, place.path, place.definition.name);
  const lower = top && without(top, service.path, `${service.name}.${method}`);
  const lowest = lower && called !== undefined &&
    without(lower, repository.path, `${repository.name}.${called}`);
  if (!lowest) return null;
  return testModules(project).filter((path) => lf(project.files, path).includes(service.name))
    .reduce<Project>((now, path) => without(now, path, `test_${method}`) ?? now, lowest);
};

const deletesRoute: Edit = (project, random) => {
  const place = random.pick(singleBlueprints(project));
  const path = registrar(project);
  if (place === undefined || path === undefined || singleBlueprints(project).length < 2) {
    return null;
  }
  if (!lf(project.files, path).includes("iter_modules(")) return null;
  if (isNamedElsewhere(project, place, path)) return null;
  const tests = testModules(project).filter((each) =>
    lf(project.files, each).includes(`${moduleAt(place.path)}.`)
  );
  return remove(project, place.path, ...tests);
};

/** Reports whether another module imports a blueprint's module. */
function isNamedElsewhere(
  project: Project,
  { path }: BlueprintPlace,
  registering: string,
): boolean {
  const name = new RegExp(`(?<![\\w.])${moduleAt(path).replaceAll(".", "\\.")}\\b`);
  return [registering, ...appModules(project)].some((each) =>
    each !== path && name.test(lf(project.files, each))
  );
}

function deletesFile(path: string): Edit {
  return (project) => remove(project, path);
}

const deletesRouteTest: Edit = (project, random) => {
  const path = random.pick(testModules(project).filter((each) => /_route\.py$/.test(each)));
  return path === undefined ? null : remove(project, path);
};

const deletesTests: Edit = (project) => remove(project, ...testModules(project));

const deletesTest: Edit = (project, random) => {
  const path = random.pick(testModules(project).filter((each) => /_route\.py$/.test(each)));
  if (path === undefined) return null;
  const tests = definitions(lf(project.files, path)).filter(({ name }) => name.startsWith("test_"));
  const test = random.pick(tests);
  return test === undefined ? null : without(project, path, fullName(test));
};

const deletesModelUse: Edit = (project, random) => {
  const path = random.pick(
    appModules(project).filter((each) =>
      /-> (?!Any\b|str\b|None\b)\w[^:\n]*:\n\s+# Mock/.test(lf(project.files, each))
    ),
  );
  return change(
    project,
    path,
    (text) => text.replace(/-> (?!Any\b|str\b|None\b)\w[^:\n]*:(?=\n\s+# Mock)/, "-> object:"),
  );
};

const losesRecords: Edit = (project) =>
  remove(project, ...Object.keys(project.files).filter((path) => path.startsWith(".layerwright/")));

/** Edits that delete. */
export const DELETIONS: Readonly<Record<string, Edit>> = {
  "deletes a handler": deletesHandler,
  "deletes an endpoint in all layers": deletesEndpoint,
  "deletes a route's module": deletesRoute,
  "deletes the Dockerfile": deletesFile("Dockerfile"),
  "deletes the README": deletesFile("README.md"),
  "deletes compose.yaml": deletesFile("compose.yaml"),
  "deletes a route's tests": deletesRouteTest,
  "deletes all tests": deletesTests,
  "deletes one test": deletesTest,
  "deletes the use of a model": deletesModelUse,
  "loses the records": losesRecords,
};
