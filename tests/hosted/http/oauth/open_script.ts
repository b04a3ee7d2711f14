/** A stand-in for a browser that passes each URL to the test. */

import { join } from "node:path";
import { exists } from "../../../tools/exists.ts";

/** A browser that a test plays. */
export interface PlayedBrowser {
  /** The command for the variable `BROWSER`. */
  readonly command: string;
  /** Waits for the next address that is opened. */
  opened(): Promise<string>;
}

/** Creates the stand-in for a browser in a folder. */
export function playedBrowser(folder: string): PlayedBrowser {
  const command = join(folder, "browser");
  const address = join(folder, "opened");
  // A rename makes the file appear only when it is complete.
  const script =
    `#!/bin/sh\nprintf %s "$1" > '${address}.new' && mv '${address}.new' '${address}'\n`;
  Deno.writeTextFileSync(command, script, { mode: 0o755 });
  return {
    command,
    async opened() {
      const watcher = Deno.watchFs(folder);
      const changes = watcher[Symbol.asyncIterator]();
      try {
        while (!exists(address)) await changes.next();
      } finally {
        watcher.close();
      }
      const text = Deno.readTextFileSync(address);
      Deno.removeSync(address);
      return text;
    },
  };
}
