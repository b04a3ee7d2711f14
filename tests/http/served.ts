/** Serves an app with the real listener, on a free port. */

import type { App } from "../../http/base_app.ts";
import {
  acceptConnections,
  type ConnectionLimits,
  connectionLimits,
  type Connections,
} from "../../http/connections.ts";

/** The options of a test's listener. */
export interface ServedOptions {
  readonly limits?: Partial<ConnectionLimits>;
  /** Peers whose connections are not limited; by default all. */
  readonly isTrusted?: (peer: string) => boolean;
}

/** Serves an app until the test shuts it down. */
export function serveApp(
  app: Pick<App, "fetch">,
  { limits = {}, isTrusted = () => true }: ServedOptions = {},
): Promise<Connections> {
  return acceptConnections(
    { app: { inFlight: () => 0, ...app }, host: "127.0.0.1", port: 0, isTrusted, telemetry: null },
    { ...connectionLimits(), ...limits },
  );
}
