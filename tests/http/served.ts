/** An app behind the real listener, on a port of its own. */

import type { App } from "../../http/base_app.ts";
import {
  acceptConnections,
  type ConnectionLimits,
  connectionLimits,
  type Connections,
} from "../../http/connections.ts";

/** What a test's listener does differently. */
export interface ServedOptions {
  readonly limits?: Partial<ConnectionLimits>;
  /** Whose connections are not limited; everybody's if left out. */
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
