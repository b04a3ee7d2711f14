/** One run of the wizard that connects clients. */

import type { FoundServer, KeyFiles } from "./find_server.ts";
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
