/** Detects how Layerwright was installed, and therefore how to update it. */

import { dirname, join } from "node:path";
import { shellQuote } from "../../core/shell_quote.ts";
import { stateFolder } from "../../core/user_folders.ts";
import type { SetupHost } from "../../setup/host.ts";
import { RELEASES } from "./latest_release.ts";

/** The way in which Layerwright was installed. */
export interface Installation {
  readonly way: "script" | "container" | "checkout" | "deno" | "unknown";
  /** The command that updates Layerwright; instructions if there is no such command. */
  readonly update: string;
}

/** The part of the host that the detection reads. */
export type Surroundings = Pick<SetupHost, "env" | "executable" | "exists" | "read" | "system">;

/** Files that container engines create. */
const CONTAINER_SIGNS = ["/.dockerenv", "/run/.containerenv"];

/** Detects how this program was installed. */
export function installation(host: Surroundings): Installation {
  const [program = "", ...words] = host.executable;
  const module = words.at(-1);
  if (module?.startsWith("file:")) return { way: "checkout", update: "git pull" };
  if (module !== undefined) {
    return {
      way: "deno",
      update: "deno install --global --force --reload --name layerwright --allow-read " +
        "--allow-write --allow-env --allow-net --allow-run --allow-sys=hostname " +
        "jsr:@layerwright/layerwright/cli",
    };
  }
  if (isFromScript(host, program)) {
    return { way: "script", update: scriptLine(host, dirname(program)) };
  }
  if (isFromImage(host, program)) {
    return { way: "container", update: "docker pull ghcr.io/layerwright/layerwright" };
  }
  return {
    way: "unknown",
    update: `Replace ${program} with the executable from ${RELEASES}/latest`,
  };
}

/**
 * Reports whether the program runs in our image, which has no shell. Images that copy the program
 * from ours usually have a shell.
 */
function isFromImage({ exists }: Surroundings, program: string): boolean {
  return program === "/usr/bin/layerwright" && CONTAINER_SIGNS.some(exists) && !exists("/bin/sh");
}

/** Reports whether `install.sh` or `install.ps1` recorded this program. */
function isFromScript({ env, read, system }: Surroundings, program: string): boolean {
  const folder = stateFolder(env, system === "windows");
  if (folder === null) return false;
  const record = read(join(folder, "installed"));
  if (record.kind !== "text") return false;
  return record.text.split(/\r?\n/).some((line) => line.slice(64) === `  ${program}`);
}

function scriptLine({ env, system }: Surroundings, folder: string): string {
  const script = `${RELEASES}/latest/download/install`;
  if (system === "windows") return `irm ${script}.ps1 | iex`;
  const isUsual = folder === join(env("HOME") ?? "", ".local/bin");
  const options = isUsual ? "" : ` -s -- --dir ${shellQuote(folder)}`;
  return `curl -fsSL ${script}.sh | sh${options}`;
}
