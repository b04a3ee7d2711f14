/** The folders for a user's settings and state. */

import { join } from "node:path";

/** Returns the value of an environment variable, or `undefined`. */
export type Environment = (name: string) => string | undefined;

/** The file with the key of the local server, in {@linkcode configFolder}. */
export const LOCAL_KEY_FILE = "local-key";

/**
 * Returns the folder for a user's settings of Layerwright.
 *
 * @returns An absolute path, or `null` if the user has no home.
 */
export function configFolder(env: Environment, isWindows: boolean): string | null {
  return folder(env, isWindows ? ["APPDATA"] : ["XDG_CONFIG_HOME", ".config"]);
}

/**
 * Returns the folder for the records of Layerwright's changes for a user.
 *
 * @returns An absolute path, or `null` if the user has no home.
 */
export function stateFolder(env: Environment, isWindows: boolean): string | null {
  return folder(env, isWindows ? ["LOCALAPPDATA"] : ["XDG_STATE_HOME", ".local/state"]);
}

/** @param below The default for an unset variable, relative to the home. */
function folder(
  env: Environment,
  [variable, below]: readonly [string, string?],
): string | null {
  const value = env(variable);
  if (below === undefined) return value ? join(value, "layerwright") : null;
  // The XDG Base Directory Specification says to ignore relative paths.
  if (value?.startsWith("/")) return join(value, "layerwright");
  const home = env("HOME");
  return home ? join(home, below, "layerwright") : null;
}
