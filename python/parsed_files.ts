/** Parses the Python files of a project, and caches the result. */

import { type PythonModule, readPython } from "./python_module.ts";

/**
 * Parses a file of a project. The result is cached for as long as `files` exists.
 *
 * @param files The project's files by path.
 */
export function parsedFile<Path extends string>(
  files: ReadonlyMap<Path, string>,
  path: Path,
): PythonModule {
  const modules: Map<string, PythonModule> = parsed.get(files) ?? new Map();
  parsed.set(files, modules);
  const text = files.get(path) ?? "";
  const known = modules.get(path);
  if (known?.source === text) return known;
  const module = readPython(text);
  modules.set(path, module);
  return module;
}

const parsed = new WeakMap<ReadonlyMap<string, string>, Map<string, PythonModule>>();
