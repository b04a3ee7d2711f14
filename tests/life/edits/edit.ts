/** The building blocks of people's edits. */

import { KEYWORDS } from "../../../python/names_read.ts";
import { appModules, lf, moduleAt, registrar, testModules } from "../places.ts";
import type { Project } from "../project.ts";
import {
  definition,
  indentedLike,
  movedModule,
  replaced,
  textOf,
  withImport,
} from "../python_text.ts";
import type { Random } from "../random.ts";

/**
 * An edit that a person makes. An app that started before it also starts afterwards.
 *
 * @returns `null` if the project has nothing to edit in this way.
 */
export type Edit = (project: Project, random: Random) => Project | null;

/** The mark in code that people write. Definitions and lines that contain it are theirs. */
export const BY_HAND = "by hand";

/**
 * Changes the text of a file. `edit` gets the text with `\n` as line breaks. The file keeps its own
 * line breaks.
 */
export function change(
  project: Project,
  path: string | undefined,
  edit: (text: string) => string | null,
): Project | null {
  const before = path === undefined ? undefined : project.files[path];
  if (path === undefined || before === undefined) return null;
  const after = edit(lf(project.files, path));
  if (after === null) return null;
  const text = before.includes("\r\n") ? after.replaceAll("\n", "\r\n") : after;
  return text === before ? null : { ...project, files: { ...project.files, [path]: text } };
}

/** Changes every module of the app and its tests. */
export function changeAll(project: Project, edit: (text: string) => string): Project {
  return [...appModules(project), ...testModules(project)]
    .reduce((now, path) => change(now, path, edit) ?? now, project);
}

/** Adds a file, unless there is one. */
export function add(project: Project, path: string, text: string): Project | null {
  if (project.files[path] !== undefined) return null;
  return { ...project, files: { ...project.files, [path]: text } };
}

/** Deletes those of some files that exist. */
export function remove(project: Project, ...paths: readonly string[]): Project | null {
  const kept = Object.entries(project.files).filter(([path]) => !paths.includes(path));
  const isSame = kept.length === Object.keys(project.files).length;
  return isSame ? null : { ...project, files: Object.fromEntries(kept) };
}

/** Moves a file without changing its text. */
export function move(project: Project, from: string, to: string): Project | null {
  const { [from]: text, ...files } = project.files;
  if (text === undefined || files[to] !== undefined) return null;
  return { ...project, files: { ...files, [to]: text } };
}

/** Moves a module, and changes all imports of it. */
export function moveModule(project: Project, from: string, to: string): Project | null {
  // Python cannot import a module named like a keyword. One named like `__file__` would replace an
  // attribute of its package.
  const isTaken = (name: string) => KEYWORDS.has(name) || /^__(?!init__).*__$/.test(name);
  if (to.split(/[/.]/).some(isTaken)) return null;
  const moved = move(project, from, to);
  if (moved === null) return null;
  return changeAll(moved, (text) => movedModule(text, moduleAt(from), moduleAt(to)));
}

/** Replaces a definition, such as `get` or `Service.get`, by code that is indented by 4 spaces. */
export function rewrite(
  project: Project,
  path: string,
  name: string,
  edit: (text: string) => string,
): Project | null {
  return change(project, path, (text) => {
    const found = definition(text, name);
    return found === undefined ? null : replaced(text, found, edit(textOf(text, found)));
  });
}

/** Adds code to the end of a module, with its imports. */
export function append(
  project: Project,
  path: string,
  code: string,
  ...imports: readonly string[]
): Project | null {
  return change(project, path, (text) => {
    const whole = `${text.trimEnd()}\n\n\n${indentedLike(text, code).trimEnd()}\n`;
    return imports.reduce(withImport, whole);
  });
}

/** Adds lines to the end of a function, such as `    app.config["A"] = 1`. */
export function extendFunction(
  project: Project,
  path: string | undefined,
  name: string,
  code: string,
  ...imports: readonly string[]
): Project | null {
  return change(project, path, (text) => {
    const found = definition(text, name);
    if (found === undefined) return null;
    const lines = textOf(text, found).split("\n");
    const last = lines.findLastIndex((line) => /^\s+return\b/.test(line));
    const at = last === lines.length - 1 ? last : lines.length;
    const extended = [...lines.slice(0, at), indentedLike(text, code), ...lines.slice(at)];
    return imports.reduce(withImport, replaced(text, found, extended.join("\n")));
  });
}

/** Registers a blueprint with a line of its own, unless the app already has such a line. */
export function register(project: Project, path: string, variable: string): Project | null {
  const registering = registrar(project);
  if (registering === undefined) return null;
  const text = lf(project.files, registering);
  if (new RegExp(`\\b${variable}\\b`).test(text)) return project;
  const stem = /\/routes\/(\w+)_route(?:\/__init__)?\.py$/.exec(path)?.[1];
  if (text.includes("iter_modules(") && `${stem}_bp` === variable) return project;
  return extendFunction(
    project,
    registering,
    "register_blueprints",
    `    # Registered ${BY_HAND}.\n    app.register_blueprint(${variable})`,
    `from ${moduleAt(path)} import ${variable}`,
  );
}

/** Returns a name that the project does not have yet, such as `audit_7`. */
export function newName({ files }: Project, random: Random, stem: string): string {
  const name = `${stem}_${random.below(1000)}`;
  const isTaken = Object.entries(files).some(([path, text]) =>
    path.includes(name) || text.includes(name)
  );
  return isTaken ? newName({ folder: "", app: "", files }, random, stem) : name;
}
