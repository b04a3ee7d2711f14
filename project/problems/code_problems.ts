/**
 * Finds the problems of a project's code that keep Python from running it: names that are not there.
 * What may be there is no problem.
 */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Layout } from "../layout/layout.ts";
import { layoutOf } from "../layout/layout_of.ts";
import { mayRoute } from "../routing/flask_definitions.ts";
import { type ImportedModule, ImportedModules } from "./imported_modules.ts";
import { missingMethods } from "./missing_methods.ts";
import { moduleFacts, type PlainImport } from "./module_facts.ts";

/** A kind of problems. */
export type CodeProblemKind = "import" | "name" | "method" | "repeated";

/** A problem in a file. */
export interface CodeProblem {
  readonly kind: CodeProblemKind;
  readonly file: ProjectPath;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  /** The file that is missing; absent if none is. */
  readonly missing?: ProjectPath;
}

/**
 * Finds the problems of modules.
 *
 * @param files The project's Python files.
 * @param paths The modules to look at; by default, all that the app may run.
 */
export function codeProblems(
  files: Snapshot,
  paths: Iterable<ProjectPath> = files.keys(),
): readonly CodeProblem[] {
  const modules = new ImportedModules(files);
  const layout = layoutOf(files);
  const offers = new Map<ProjectPath, ReadonlySet<string> | null>();
  const offeredBy = (path: ProjectPath) => {
    const known = offers.get(path);
    if (known !== undefined) return known;
    const { offered } = moduleFacts(files, path);
    const found = offered === null ? null : new Set(offered);
    offers.set(path, found);
    return found;
  };
  const isOurs = files.has(layout.routesPackage);
  const imported = new Map<ProjectPath, readonly ProjectPath[]>();
  const found: CodeProblem[] = [];
  for (const file of [...paths].filter((path) => isOfApp(path, files, layout)).sort()) {
    const { imports, unknown, repeated } = moduleFacts(files, file);
    const add = (kind: CodeProblemKind, line: number, message: string) =>
      found.push({ kind, file, line, message });
    const used = imports.map((each) => ({ ...each, found: modules.find(file, each.module) }));
    imported.set(
      file,
      used.flatMap((each) => each.found?.kind === "module" ? each.found.path : []),
    );
    for (const each of used) {
      for (const problem of importProblems(each, modules, offeredBy)) {
        found.push({ kind: "import", file, line: each.line, ...problem });
      }
    }
    // In an app of another layout, a loader may put names into modules, and replace definitions on purpose.
    if (!isOurs || !file.startsWith(`${layout.app}/`)) continue;
    for (const { name, line } of unknown) {
      add("name", line, `'${name}' is used, but nothing defines it`);
    }
    for (const { name, line } of repeated) {
      add("repeated", line, `a second definition of '${name}' replaces the first`);
    }
  }
  for (const { file, line, method, className, path } of missingMethods(files, imported)) {
    const message = `calls '${method}', which ${className} in ${path} does not have`;
    found.push({ kind: "method", file, line, message });
  }
  return found.sort(inOrder);
}

/** Matches code of tests, into which other code may put names. */
const TESTS = /(?:^|\/)(?:tests?\/|test_\w+\.py$|conftest\.py$)/;

/** Reports whether the app may import a module, or the module is an app. */
function isOfApp(path: ProjectPath, files: Snapshot, layout: Layout): boolean {
  // A route may have a name such as `test_runs`.
  const isOfRoute = () => (layout.routeFileAt(path)?.layer ?? "test") !== "test";
  if (TESTS.test(path) && !isOfRoute()) return false;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return files.has(`${folder}__init__.py` as ProjectPath) || mayRoute(files.get(path) ?? "");
}

/** Reports whether a module has the name of its package, as compiled modules often have. */
function isNamedLikePackage(path: ProjectPath): boolean {
  const [name = "", folder] = path.replace(/\.py$/, "").split("/").toReversed();
  return name === folder;
}

/** Finds what an import names and the project lacks. */
function importProblems(
  { module, members, found }: PlainImport & { readonly found: ImportedModule | null },
  modules: ImportedModules,
  offeredBy: (path: ProjectPath) => ReadonlySet<string> | null,
): readonly Pick<CodeProblem, "message" | "missing">[] {
  if (found?.kind === "missing") {
    return members?.includes("*") && isNamedLikePackage(found.path)
      ? []
      : [{ message: `imports ${found.name}, which does not exist`, missing: found.path }];
  }
  if (found?.kind !== "module" || members === null) return [];
  const offered = offeredBy(found.path);
  if (offered === null) return [];
  return members.filter((name) =>
    !offered.has(name) && name !== "*" && !name.startsWith("__") &&
    !modules.inside(found.path, name)
  ).map((name) => ({
    message: `imports '${name}' from ${module}, but ${found.path} has no '${name}'`,
  }));
}

function inOrder(a: CodeProblem, b: CodeProblem): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}
