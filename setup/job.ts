/** One run of `setup`, and the lock that keeps others out. */

import { error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { KeyFiles } from "./credentials.ts";
import type { SetupReport } from "./diagnostic.ts";
import type { FoundServer } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import type { SetupOptions } from "./options.ts";
import type { Ui } from "./ui.ts";

/** What such a run works with. */
export interface Job {
  readonly host: SetupHost;
  readonly options: SetupOptions;
  readonly ui: Ui | null;
  readonly keys: KeyFiles;
  /** `null` for one that clients run themselves. */
  readonly server: FoundServer | null;
}

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
