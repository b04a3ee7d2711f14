/** One wizard at a time. */

import { error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { SetupReport } from "./diagnostic.ts";
import type { SetupHost } from "./host.ts";

/** Runs work while no other wizard writes, or says that one does. A dry run is in nobody's way. */
export async function alone(
  host: SetupHost,
  command: string,
  isDryRun: boolean,
  work: () => Promise<SetupReport>,
): Promise<SetupReport> {
  if (isDryRun) return await work();
  return await host.exclusively(work) ?? report(command, "refused", { diagnostics: [BUSY] });
}

const BUSY = error("conflict-busy", "Another setup is running.", { hint: "Run it again" });
