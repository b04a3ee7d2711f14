/** One run of `setup`, and the lock that keeps other runs out. */

import { error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { KeyFiles } from "./credentials.ts";
import type { SetupReport } from "./diagnostic.ts";
import type { FoundServer } from "./choose_server.ts";
import type { SetupHost } from "./host.ts";
import type { SetupOptions } from "./options.ts";
import type { Ui } from "./ui.ts";

/** What a run of `setup` works with. */
export interface Job {
  readonly host: SetupHost;
  readonly options: SetupOptions;
  readonly ui: Ui | null;
  readonly keys: KeyFiles;
  /** `null` if each agent starts its own server. */
  readonly server: FoundServer | null;
}

/** Runs work under the lock, or reports that another setup is running. A dry run needs no lock. */
export async function alone(
  host: SetupHost,
  command: string,
  isDryRun: boolean,
  work: () => Promise<SetupReport>,
): Promise<SetupReport> {
  if (isDryRun) return await work();
  return await host.exclusively(work) ?? report(command, "refused", { diagnostics: [BUSY] });
}

const BUSY = error("conflict-busy", "Another setup is running.", {
  hint: "Try again when it ends",
});
