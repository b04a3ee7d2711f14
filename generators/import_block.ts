/** The imports of a generated module, in the order of isort and ruff. */

import { compareImports, compareMembers, importSection } from "../python/import_order.ts";
import { fromImport } from "../python/layout.ts";
import type { Import } from "./endpoint_code.ts";

/**
 * Writes imports: the standard library's, other packages', the project's own, a blank line between
 * them; each module and name once.
 */
export function importBlock(imports: readonly Import[]): string {
  const modules = [...Map.groupBy(imports, ({ module }) => module)].map(([module, found]) => {
    const names = [...new Set(found.map(({ name }) => name))].sort(compareMembers);
    return { kind: "from", module, names, member: names[0] ?? "" } as const;
  });
  const sections = Map.groupBy(
    modules.sort(compareImports),
    ({ module }) => importSection(module),
  );
  return [...sections.values()].map((section) =>
    section.map(({ module, names }) => fromImport(module, names)).join("\n")
  ).join("\n\n");
}
