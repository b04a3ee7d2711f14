/** Edits that move code: to other files, packages and folders. */

import {
  appModules,
  type BlueprintPlace,
  classPlace,
  handlers,
  lf,
  moduleAt,
  services,
  singleBlueprints,
  testModules,
} from "../places.ts";
import type { Project } from "../project.ts";
import {
  definitions,
  imports,
  movedModule,
  renamed,
  replaced,
  textOf,
  withImport,
} from "../python_text.ts";
import type { Random } from "../random.ts";
import { add, BY_HAND, change, changeAll, type Edit, move, moveModule, register } from "./edit.ts";

/** Moves the module of a blueprint, and registers the blueprint if the app no longer finds it. */
function moveBlueprint(
  project: Project,
  { path, variable }: BlueprintPlace,
  to: string,
): Project | null {
  const moved = moveModule(project, path, to);
  return moved === null ? null : register(moved, to, variable);
}

function toPackage(path: string): string {
  return path.replace(/\.py$/, "/__init__.py");
}

/** Picks a blueprint in a module that is not a package. */
function pickModule(project: Project, random: Random): BlueprintPlace | undefined {
  return random.pick(singleBlueprints(project).filter(({ path }) => !path.endsWith("__init__.py")));
}

/** The package of a layer, such as `api/routes/`. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

const movesToPackage: Edit = (project, random) => {
  const place = pickModule(project, random);
  if (place === undefined) return null;
  return moveBlueprint(project, place, toPackage(place.path));
};

const movesToPackageOfOwnName: Edit = (project, random) => {
  const place = pickModule(project, random);
  if (place === undefined) return null;
  return moveBlueprint(project, place, `${folderOf(place.path)}${place.name}/__init__.py`);
};

const movesToDomain: Edit = (project, random) => {
  const place = pickModule(project, random);
  if (place === undefined) return null;
  const folder = `${project.app}/shopping`;
  const moved = moveBlueprint(project, place, `${folder}/${place.name}.py`);
  return moved === null ? null : add(moved, `${folder}/__init__.py`, "") ?? moved;
};

const movesAllLayersToDomain: Edit = (project, random) => {
  const place = pickModule(project, random);
  if (place === undefined) return null;
  const folder = `${project.app}/${place.name}`;
  const isTaken = (path: string) => path.startsWith(`${folder}/`) || path === `${folder}.py`;
  if (Object.keys(project.files).some(isTaken)) return null;
  // A package such as `logging` or `dict` would hide what the app's own module has under that name.
  const isUsed = new RegExp(`^import ${place.name}$|(?<![\\w./])${place.name}[[(.]`, "m");
  if (isUsed.test(lf(project.files, `${project.app}/__init__.py`))) return null;
  const text = lf(project.files, place.path);
  const service = services(project).find(({ name }) => new RegExp(`\\b${name}\\b`).test(text));
  if (service === undefined) return null;
  const repository = classPlace(project, service.repository);
  const model = appModules(project).find((path) => path.endsWith(`/${place.name}_model.py`));
  const lower: [string | undefined, string][] = [
    [service.path, "service"],
    [repository?.path, "repository"],
    [model, "models"],
  ];
  const moved = lower.reduce<Project | null>(
    (now, [path, name]) => {
      if (path === undefined || now === null) return now;
      return path.endsWith("__init__.py") ? now : moveModule(now, path, `${folder}/${name}.py`);
    },
    add(project, `${folder}/__init__.py`, ""),
  );
  return moved === null ? null : moveBlueprint(moved, place, `${folder}/routes.py`);
};

const mergesTwoRoutes: Edit = (project, random) => {
  const [into, from] = random.shuffled(singleBlueprints(project));
  if (into === undefined || from === undefined) return null;
  const target = lf(project.files, into.path);
  const source = lf(project.files, from.path);
  const taken = new Set(definitions(target).map(({ name }) => name));
  const clashing = definitions(source).map(({ name }) => name).filter((name) => taken.has(name));
  const { statements, end } = imports(source);
  const body = clashing.reduce(
    (text, name) => renamed(text, name, `${from.name}_${name}`),
    source.split("\n").slice(end).join("\n"),
  );
  // A module that a handler was moved to imports these names.
  const isSplit = project.files[from.path.replace(/\.py$/, "_more.py")] !== undefined;
  if (isSplit && clashing.length > 0) return null;
  const merged = change(
    project,
    into.path,
    (text) => statements.reduce(withImport, `${text.trimEnd()}\n\n\n${body.trim()}\n`),
  );
  if (merged === null) return null;
  const { [from.path]: _, ...files } = merged.files;
  const followed = changeAll(
    { ...merged, files },
    (text) => movedModule(text, moduleAt(from.path), moduleAt(into.path)),
  );
  return register(followed, into.path, from.variable);
};

const splitsRoute: Edit = (project, random) => {
  const place = random.pick(handlers(project));
  if (place === undefined) return null;
  const { path, definition, text: handler } = place;
  const module = lf(project.files, path);
  const target = `${path.replace(/(?:\/__init__)?\.py$/, "")}_more.py`;
  const used = [place.blueprint, ...definitions(module).map(({ name }) => name)]
    .filter((name) =>
      name !== definition.name && new RegExp(`(?<![.\\w])${name}\\b`).test(handler)
    );
  const split = add(
    project,
    target,
    [
      `"""More handlers, split ${BY_HAND}."""`,
      "",
      ...imports(module).statements,
      `from ${moduleAt(path)} import ${[...new Set(used)].join(", ")}`,
      "",
      "",
      handler,
      "",
    ].join("\n"),
  );
  if (split === null) return null;
  return change(split, path, (text) => {
    const rest = replaced(text, definition, "").trimEnd();
    return `${rest}\n\n\nimport ${moduleAt(target)}  # noqa: E402, F401\n`;
  });
};

const renamesLowerModule: Edit = (project, random) => {
  const pattern = /\/(\w+)_(service|repository|model)\.py$/;
  const path = random.pick(appModules(project).filter((each) => pattern.test(each)));
  if (path === undefined) return null;
  return moveModule(project, path, path.replace(pattern, "/$1.py"));
};

/** Moves a model that uses no other model, and all its imports, to a module of schemas. */
const movesModelToSchemas: Edit = (project, random) => {
  const place = random.pick(appModules(project).flatMap((path) => modelsIn(project, path)));
  if (place === undefined) return null;
  const { path, name } = place;
  const target = `${project.app}/schemas.py`;
  const model = textOf(lf(project.files, path), place.definition);
  const created = add(project, target, `"""Schemas, collected ${BY_HAND}."""\n`) ?? project;
  const own = `from ${moduleAt(target)} import `;
  const added = change(
    created,
    target,
    (text) =>
      imports(lf(project.files, path)).statements.filter((each) => !each.startsWith(own))
        .reduce(withImport, `${text.trimEnd()}\n\n\n${model.trim()}\n`),
  );
  const statement = `${own}${name}`;
  const moved = added && change(added, path, (text) => {
    const rest = `${replaced(text, place.definition, "").trimEnd()}\n`;
    return hasWord(rest, name) ? withImport(rest, statement) : rest;
  });
  if (moved === null) return null;
  const imported = new RegExp(
    `^([ \\t]*)from ${moduleAt(path)} import (\\([^)]*\\)|[^\\n(]*)$`,
    "m",
  );
  const followed = changeAll(
    moved,
    (text) =>
      text.replace(imported, (whole, indent: string, list: string) => {
        const names = list.replace(/[()]/g, "").split(",").map((each) => each.trim()).filter(
          Boolean,
        );
        if (!names.includes(name)) return whole;
        const others = names.filter((each) => each !== name).join(", ");
        const left = others === "" ? "" : `${indent}from ${moduleAt(path)} import (${others})\n`;
        return `${left}${indent}${statement}`;
      }),
  );
  const isLost = [...appModules(followed), ...testModules(followed)].some((each) => {
    const text = lf(followed.files, each);
    return each !== target && hasWord(text, name) && !text.includes(statement);
  });
  return isLost ? null : followed;
};

/** Lists the models of a route in a module that use no other model of the module. */
function modelsIn({ files }: Project, path: string) {
  if (!path.endsWith("_model.py")) return [];
  const text = lf(files, path);
  const classes = definitions(text).filter(({ kind }) => kind === "class");
  const names = [
    ...classes.map(({ name }) => name),
    ...[...text.matchAll(/^(\w+) = /gm)].map(([, name = ""]) => name),
  ];
  return classes.flatMap((definition) => {
    const code = textOf(text, definition);
    const isAlone = names.every((name) => name === definition.name || !hasWord(code, name));
    return isAlone ? [{ path, definition, name: definition.name }] : [];
  });
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text);
}

const movesTests: Edit = (project) => {
  const paths = testModules(project).filter((path) => /^tests\/test_\w+_route\.py$/.test(path));
  return paths.reduce<Project | null>(
    (now, path) => move(now ?? project, path, path.replace("tests/", "tests/routes/")),
    null,
  );
};

const renamesTest: Edit = (project, random) => {
  const path = random.pick(
    testModules(project).filter((each) => /\/test_\w+_route\.py$/.test(each)),
  );
  return path === undefined ? null : move(project, path, path.replace("_route.py", "_http.py"));
};

const renamesApp: Edit = (project, random) => {
  const { folder, app, files } = project;
  const name = random.oneOf("shop", "backend", "server");
  if (name === app) return null;
  const word = new RegExp(`(?<=(?:from|import) |["'])${app}(?=[. :"'])`, "g");
  const anyWord = new RegExp(`(?<![\\w-])${app}(?!\\w)`, "g");
  const renamedFiles = Object.entries(files).map(([path, text]) => {
    if (path.startsWith(".layerwright/")) return [path, text];
    const moved = path.startsWith(`${app}/`) ? name + path.slice(app.length) : path;
    return [moved, text.replaceAll(path.endsWith(".py") ? word : anyWord, name)];
  });
  return { folder, app: name, files: Object.fromEntries(renamedFiles) };
};

const renamesFolder: Edit = (project, random) => ({
  ...project,
  folder: `${project.folder}-${random.oneOf("review", "old", "2")}`,
});

/** Edits that move code, by name. */
export const MOVES: Readonly<Record<string, Edit>> = {
  "turns a route's module into a package": movesToPackage,
  "moves a route's module into a package of the route's name": movesToPackageOfOwnName,
  "moves a route's module into a domain package": movesToDomain,
  "moves all layers of a route into a domain package": movesAllLayersToDomain,
  "merges the modules of two routes": mergesTwoRoutes,
  "moves a handler into a second module": splitsRoute,
  "renames a module of a lower layer": renamesLowerModule,
  "moves a model into a module of schemas": movesModelToSchemas,
  "moves all route tests into a folder": movesTests,
  "renames the file of a test": renamesTest,
  "renames the app's package": renamesApp,
  "renames the project's folder": renamesFolder,
};
