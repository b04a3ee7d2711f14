/** Upgrades the function of a route that creates the service. */

import { symbolHashes } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT, SERVICE_FUNCTION } from "../../project/layout/layout.ts";
import {
  definitionsIn,
  type RouteRecord,
  UNKNOWN_HASH,
} from "../../project/records/route_record.ts";
import type { CodePart } from "../code/endpoint_code.ts";
import { importBlock } from "../code/import_block.ts";
import { hasPerRequest } from "../code/per_request.ts";
import { withHashes } from "../records/record_hashes.ts";
import { servicePart } from "../code/route_files.ts";
import { upgradeModule } from "./upgrade_module.ts";
import type { UpgradedProject } from "./upgraded_project.ts";

/** Upgrades the function that creates the service, if it is as the earlier templates wrote it. */
export function upgradeWiring(
  project: UpgradedProject,
  route: string,
  record: RouteRecord,
): RouteRecord {
  const path = DEFAULT_LAYOUT.routePaths(route).route;
  const before = project.text(path);
  const known = definitionsIn(record, "route");
  if (before === undefined || !known.has(SERVICE_FUNCTION)) return record;
  if (!hasPerRequest(project.text(DEFAULT_LAYOUT.perRequest))) return record;
  const generated = moduleOf(servicePart(route, { perRequest: true }));
  const earlier = symbolHashes(moduleOf(servicePart(route, { perRequest: false })));
  const recorded = known.get(SERVICE_FUNCTION);
  // Where people wired the service themselves, a command may have generated another function.
  if (recorded !== earlier.get(SERVICE_FUNCTION) && recorded !== UNKNOWN_HASH) return record;
  const { text, symbols, left } = upgradeModule({ path, before, generated, known });
  project.set(path, text);
  for (const name of left) project.leave(path, name, generated);
  return withHashes(record, "route", symbols);
}

function moduleOf({ imports, code }: CodePart): string {
  return `${importBlock(imports)}\n\n\n${code}`;
}
