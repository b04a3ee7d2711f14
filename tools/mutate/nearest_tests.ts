/** Finds the test files that may detect a change of a module, the nearest first. */

import { basename, dirname } from "node:path";

/** Imports between files, relative to the checkout's root. */
export interface ModuleGraph {
  /** The imports of each file. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** The scripts that each file starts as processes. */
  readonly spawns: ReadonlyMap<string, readonly string[]>;
}

/** A test file that reaches a module. */
export interface NearTest {
  readonly path: string;
  /** Whether only a child process reaches the module. */
  readonly inChild: boolean;
  /** Whether it is named after the module. */
  readonly isOwn: boolean;
}

/** Distance of a child process, so that tests in the same process come first. */
const SPAWN_DISTANCE = 3;

/** The modules that a test file reaches. */
interface Reach {
  readonly path: string;
  readonly imported: ReadonlyMap<string, number>;
  readonly spawned: ReadonlyMap<string, number>;
}

/** Finds the tests of modules. */
export class NearestTests {
  readonly #reaches: readonly Reach[];

  /** @param tests All test files. */
  constructor(graph: ModuleGraph, tests: readonly string[]) {
    this.#reaches = tests.map((path) => reachOf(path, graph));
  }

  /** Returns the modules that a test file reaches, including itself. */
  reachOf(test: string): string[] {
    const reach = this.#reaches.find(({ path }) => path === test);
    return reach === undefined ? [] : [...reach.imported.keys(), ...reach.spawned.keys()];
  }

  /**
   * Returns the test files that reach a module, sorted by similarity of names, then by distance of imports,
   * then by the number of modules that they reach.
   */
  of(module: string): NearTest[] {
    return this.#reaches
      .flatMap(({ path, imported, spawned }) => {
        const near = imported.get(module);
        const distance = near ?? spawned.get(module);
        if (distance === undefined) return [];
        const kin = kinship(path, module);
        const order = [
          kin,
          distance - (isBeside(path, module) ? 1 : 0),
          imported.size + spawned.size,
        ];
        return [{ path, inChild: near === undefined, isOwn: kin === 0, order }];
      })
      .sort((a, b) => compare(a.order, b.order) || (a.path < b.path ? -1 : 1))
      .map(({ order: _, ...test }) => test);
  }
}

/** Returns 0 for `tests/a/b_c_test.ts` and `a/b_c.ts`, 1 if the first word is the same, otherwise 2. */
function kinship(test: string, module: string): number {
  if (dirname(test) !== `tests/${dirname(module)}`) return 2;
  const stem = basename(module).replace(/\.tsx?$/, "");
  const [firstWord = ""] = stem.split("_");
  if (basename(test).startsWith(`${stem}_`)) return 0;
  return basename(test).startsWith(`${firstWord}_`) ? 1 : 2;
}

/**
 * Reports whether a test's folder has the same name as the module's folder, such as
 * `tests/hosted/http/oauth` and `hosted/oauth`.
 */
function isBeside(test: string, module: string): boolean {
  return basename(dirname(test)) === basename(dirname(module));
}

function reachOf(path: string, { imports, spawns }: ModuleGraph): Reach {
  const imported = distances(new Map([[path, 0]]), imports);
  const started = [...imported].flatMap(([file, distance]) =>
    (spawns.get(file) ?? []).map((script) => [script, distance + SPAWN_DISTANCE] as const)
  );
  started.sort(([, a], [, b]) => b - a);
  return { path, imported, spawned: distances(new Map(started), imports) };
}

/** Searches breadth-first from files at known distances. */
function distances(
  from: ReadonlyMap<string, number>,
  edges: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const found = new Map([...from].sort(([, a], [, b]) => a - b));
  // Iterating a map includes entries that are added during the iteration.
  for (const [file, distance] of found) {
    for (const next of edges.get(file) ?? []) {
      if (!found.has(next)) found.set(next, distance + 1);
    }
  }
  return found;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
