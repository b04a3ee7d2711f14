/** Reads the graph of the checkout's modules from Deno. */

import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../run.ts";
import type { ModuleGraph } from "./nearest_tests.ts";

interface DenoInfo {
  readonly modules: readonly {
    readonly local?: string;
    readonly dependencies?: readonly { readonly code?: { readonly specifier?: string } }[];
  }[];
}

/** Matches a script that a test names, such as `"increment_child.ts"` or `"../../server.ts"`. */
const SCRIPT = /"([\w./-]+\.tsx?)"/g;

/**
 * Returns the imports between the files of a copy of the checkout, and the scripts that tests name.
 *
 * @param root The copy's folder. This function adds a temporary file to it.
 * @param files The files in the copy, relative to its folder.
 */
export async function readModuleGraph(
  root: string,
  files: readonly string[],
): Promise<ModuleGraph> {
  const modules = files.filter((file) => /^(?:tests\/(?!testdata).*|[^/]*)\.tsx?$/.test(file));
  const everything = join(root, ".everything.ts");
  const imports = modules.map((file) => `import ${JSON.stringify(`./${file}`)};\n`);
  await Deno.writeTextFile(everything, imports.join(""));
  try {
    const info = await run(Deno.execPath(), ["info", "--json", everything], { cwd: root });
    return {
      imports: importsBelow(root, JSON.parse(info)),
      spawns: await namedScripts(root, modules.filter((file) => file.startsWith("tests/")), files),
    };
  } finally {
    await Deno.remove(everything);
  }
}

function importsBelow(root: string, { modules }: DenoInfo): Map<string, string[]> {
  const below = (path: string) => relative(root, path);
  return new Map(modules.flatMap(({ local, dependencies = [] }) =>
    local === undefined ? [] : [[
      below(local),
      dependencies
        .flatMap(({ code }) => code?.specifier ?? [])
        .filter((specifier) => specifier.startsWith("file:"))
        .map((specifier) => below(fileURLToPath(specifier))),
    ]]
  ));
}

async function namedScripts(
  root: string,
  tests: readonly string[],
  files: readonly string[],
): Promise<Map<string, string[]>> {
  const existing = new Set(files);
  const entries = tests.map(async (test): Promise<[string, string[]]> => {
    const source = await Deno.readTextFile(join(root, test));
    const named = [...withoutImports(source).matchAll(SCRIPT)].map(([, name = ""]) => name);
    const scripts = named
      .flatMap((name) => [normalize(join(dirname(test), name)), normalize(name)])
      .filter((path) => existing.has(path) && path !== test);
    return [test, [...new Set(scripts)]];
  });
  return new Map(await Promise.all(entries));
}

function withoutImports(source: string): string {
  return source.replace(/\bfrom "[^"\n]*"/g, "");
}
