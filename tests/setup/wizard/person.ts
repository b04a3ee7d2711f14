/** Options and a person at a terminal, for tests that call setup directly. */

import type { SetupOptions } from "../../../setup/options.ts";
import type { Ui } from "../../../setup/ui.ts";

export const OPTIONS: SetupOptions = {
  url: "http://127.0.0.1:4/mcp",
  key: "lw_0123456789abcdef0123456789abcdef",
  clients: ["claude-code", "codex", "cursor"],
  all: false,
  scope: "user",
  project: "/",
  yes: false,
  dryRun: false,
  verify: false,
  stdio: false,
  name: "layerwright",
  keyFromEnv: false,
  fileMode: null,
  device: false,
};

/** Creates a person who acts before answering a confirmation. */
export function personWho(meddles: () => unknown, answer = true): Ui {
  return {
    begin() {},
    tell() {},
    warn() {},
    askText: () => Promise.reject(new Error("asked for text")),
    askSecret: () => Promise.reject(new Error("asked for a secret")),
    pick: () => Promise.reject(new Error("asked to pick")),
    choose: () => Promise.reject(new Error("asked to choose")),
    async confirm() {
      await meddles();
      return answer;
    },
    end() {},
  };
}
