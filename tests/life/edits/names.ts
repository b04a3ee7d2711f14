/** Edits of names. */

import {
  appModules,
  type ClassPlace,
  classPlace,
  handlers,
  lf,
  services,
  testModules,
} from "../places.ts";
import type { Project } from "../project.ts";
import { definition, definitions, renamed, renamedMethod, textOf } from "../python_text.ts";
import type { Random } from "../random.ts";
import { change, changeAll, type Edit, newName, rewrite } from "./edit.ts";

const renamesHandler: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  if (place === undefined) return null;
  const { name } = place.definition;
  const to = newName(project, random, "handle");
  // If the word occurs again, that occurrence may mean something else.
  return change(
    project,
    place.path,
    (text) =>
      text.split(new RegExp(`(?<![\\w.])${name}\\b`)).length === 2 ? renamed(text, name, to) : null,
  );
};

/** Renames a class of a lower layer in all modules and tests. */
function renamesClass(pick: (project: Project, random: Random) => string | undefined): Edit {
  return (project, random) => {
    const name = pick(project, random);
    if (name === undefined) return null;
    const to = newName(project, random, name).replace("_", "");
    return changeAll(project, (text) => renamed(text, name, to).replaceAll(`.${name}"`, `.${to}"`));
  };
}

const renamesService = renamesClass((project, random) => random.pick(services(project))?.name);

const renamesRepository = renamesClass((project, random) =>
  random.pick(services(project))?.repository
);

const renamesModel = renamesClass((project, random) =>
  random.pick(
    appModules(project).flatMap((path) =>
      definitions(lf(project.files, path)).filter(({ kind, name }) =>
        kind === "class" && name.endsWith("Model")
      )
    ),
  )?.name
);

/** Renames a handler, the methods of service and repository that it calls, and its test. */
const renamesInAllLayers: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  const method = place?.serviceMethod ?? null;
  if (place === undefined || method === null) return null;
  const module = lf(project.files, place.path);
  const [service, ...others] = services(project).filter(({ name }) => hasWord(module, name));
  const repository = classPlace(project, service?.repository ?? "");
  if (service === undefined || repository === undefined || others.length > 0) return null;
  if (module.split(`.${method}(`).length !== 2) return null;
  const inService = textOfMethod(project, service, method);
  const called = /self\.repository\.(\w+)\(/.exec(inService)?.[1];
  if (called === undefined) return null;
  const to = newName(project, random, "list");
  const route = rewrite(
    project,
    place.path,
    place.definition.name,
    (text) =>
      renamedMethod(text.replace(`def ${place.definition.name}(`, `def ${to}(`), method, to),
  );
  const lower = route &&
    rewrite(
      route,
      service.path,
      `${service.name}.${method}`,
      (text) => renamedMethod(renamedMethod(text, called, to), method, to),
    );
  const lowest = lower &&
    rewrite(
      lower,
      repository.path,
      `${repository.name}.${called}`,
      (text) => renamedMethod(text, called, to),
    );
  return lowest &&
    testModules(project).filter((path) => hasWord(lf(project.files, path), service.name))
      .reduce<Project>(
        (now, path) =>
          change(now, path, (text) =>
            text.replaceAll(`service.${method}.`, `service.${to}.`)
              .replace(`def test_${method}(`, `def test_${to}(`)) ?? now,
        lowest,
      );
};

function hasWord(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text);
}

function textOfMethod({ files }: Project, { path, name }: ClassPlace, method: string): string {
  const module = lf(files, path);
  const found = definition(module, `${name}.${method}`);
  return found === undefined ? "" : textOf(module, found);
}

/** Edits of names. */
export const NAMES: Readonly<Record<string, Edit>> = {
  "renames a handler": renamesHandler,
  "renames an endpoint in all layers": renamesInAllLayers,
  "renames a service class": renamesService,
  "renames a repository class": renamesRepository,
  "renames a model": renamesModel,
};
