/** The imports of a generated module, sorted as isort and ruff do. */

import { compareImports, compareMembers, importSection } from "../../python/import_order.ts";
import { fromImport } from "../../python/layout.ts";
import type { Import } from "./endpoint_code.ts";

/**
 * Formats imports in three sections: the standard library, other packages, the project. Each module
 * and name appears once.
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
