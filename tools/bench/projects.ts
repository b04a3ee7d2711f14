/** Projects of given sizes, and a plain loop that writes the same bytes. */

import { dirname, join } from "node:path";
import { createMemoryWorkspace, generateApi } from "../../mod.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE"];

/** Returns a spec whose routes each have a mock and subroutes. */
export function specOf(routes: number, subroutes: number): string {
  const mock = (id: number) => [{ id, name: `Thing ${id}`, price: 1.5, tags: ["a", "b"] }];
  const entries = Array.from({ length: routes }, (_, route) => {
    const inner = Array.from({ length: subroutes }, (_, index) => [
      `sub_${index}`,
      { type: METHODS[index % 4], ...(index % 2 === 0 ? {} : { mock: { ok: true, index } }) },
    ]);
    return [`route_${route}`, {
      type: "GET",
      mock: mock(route),
      subroutes: Object.fromEntries(inner),
    }];
  });
  return JSON.stringify({ routes: Object.fromEntries(entries) });
}

/** Returns a spec of resources: each has five endpoints, two of which check bodies. */
export function resourcesOf(count: number): string {
  const item = (id: number) => ({ id, name: `Thing ${id}`, price: 1.5, tags: ["a"], "note?": "x" });
  const routes = Array.from({ length: count }, (_, at) => [`route_${at}`, { resource: item(at) }]);
  return JSON.stringify({ routes: Object.fromEntries(routes) });
}

/** Returns the files of the project of a spec. */
export async function filesOf(spec: string): Promise<ReadonlyMap<string, string>> {
  const workspace = createMemoryWorkspace();
  const { status, message } = await generateApi(workspace, "bench", spec);
  if (status !== "applied") throw new Error(`Cannot generate: ${message}`);
  return workspace.files();
}

/** Writes files one after the other, as a lower bound for commands. */
export function writeLoop(folder: string, files: ReadonlyMap<string, string>): void {
  const made = new Set<string>();
  for (const [path, text] of files) {
    const target = join(folder, path);
    const parent = dirname(target);
    if (!made.has(parent)) Deno.mkdirSync(parent, { recursive: true });
    made.add(parent);
    Deno.writeTextFileSync(target, text);
  }
}
