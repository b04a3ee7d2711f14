/** The imports of a generated module, sorted as isort and ruff do. */

import { compareImports, compareMembers, importSection } from "../../python/import_order.ts";
import { fromImport } from "../../python/layout.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Import } from "./code_part.ts";

/**
 * Formats imports in three sections: the standard library, other packages, the project. Each module
 * and name appears once.
 */
export function importBlock(imports: readonly Import[], layout = DEFAULT_LAYOUT): string {
  const modules = [...Map.groupBy(imports, ({ module }) => module)].map(([module, found]) => {
    const names = [...new Set(found.map(({ name }) => name))].sort(compareMembers);
    return { kind: "from", module, names, member: names[0] ?? "" } as const;
  });
  const sections = Map.groupBy(
    modules.sort(compareImports),
    ({ module }) => importSection(module),
  );
  return [...sections.values()].map((section) =>
    section.map(({ module, names }) => fromImport(layout.imported(module), names)).join("\n")
  ).join("\n\n");
}
