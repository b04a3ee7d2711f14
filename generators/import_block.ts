/** The imports of a generated module, in the order of isort and ruff. */

import { fromImport } from "../python/layout.ts";
import type { Import } from "./endpoint_code.ts";

/**
 * Writes imports: the standard library's, other packages', the project's own, a blank line between
 * them; each module and name once.
 */
export function importBlock(imports: readonly Import[]): string {
  const modules = new Map<string, Set<string>>();
  for (const { module, name } of imports) {
    modules.set(module, (modules.get(module) ?? new Set()).add(name));
  }
  const sections = [isStandard, isThirdParty, isOwn].map((belongs) =>
    [...modules].filter(([module]) => belongs(module))
      .sort(([a], [b]) => naturalOrder(a, b))
      .map(([module, names]) => fromImport(module, [...names].sort(naturalOrder)))
      .join("\n")
  );
  return sections.filter((section) => section !== "").join("\n\n");
}

const isStandard = (module: string) => module === "typing";
const isOwn = (module: string) => module.startsWith("api.");
const isThirdParty = (module: string) => !isStandard(module) && !isOwn(module);

/** Numbers by their value, letters without case, as isort's `natural` order has it. */
function naturalOrder(a: string, b: string): number {
  const [left, right] = [naturalKey(a), naturalKey(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [x, y] = [left[index] ?? "", right[index] ?? ""];
    if (x === y) continue;
    const numbers = /^\d/.test(x) && /^\d/.test(y);
    return numbers ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function naturalKey(text: string): string[] {
  return text.toLowerCase().match(/\d+|\D+/g) ?? [];
}
