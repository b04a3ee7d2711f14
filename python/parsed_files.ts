/** The parsed Python files of a project. */

import { type PythonModule, readPython } from "./python_module.ts";

/**
 * Parses a file of a project. Each file is parsed once for as long as the project's files are in use, however
 * many functions ask for it.
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
