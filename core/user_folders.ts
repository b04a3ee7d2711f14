/** The folders for a user's settings and state. */

import { join } from "node:path";

/** Returns the value of an environment variable, or `undefined`. */
export type Environment = (name: string) => string | undefined;

/** The file in {@linkcode configFolder} that holds the local server's key. */
export const LOCAL_KEY_FILE = "local-key";

/**
 * Returns the folder for a user's Layerwright settings.
 *
 * @returns The folder's path, or `null` if the environment names neither such a folder nor a home folder.
 */
export function configFolder(env: Environment, isWindows: boolean): string | null {
  return folder(env, isWindows ? ["APPDATA"] : ["XDG_CONFIG_HOME", ".config"]);
}

/**
 * Returns the folder where Layerwright records the changes that it makes for a user.
 *
 * @returns The folder's path, or `null` if the environment names neither such a folder nor a home folder.
 */
export function stateFolder(env: Environment, isWindows: boolean): string | null {
  return folder(env, isWindows ? ["LOCALAPPDATA"] : ["XDG_STATE_HOME", ".local/state"]);
}

/**
 * Returns the folder for cached data.
 *
 * @returns The folder's path, or `null` if the environment names neither such a folder nor a home folder.
 */
export function cacheFolder(env: Environment, isWindows: boolean): string | null {
  return folder(env, isWindows ? ["LOCALAPPDATA"] : ["XDG_CACHE_HOME", ".cache"]);
}

/** @param below The folder to use if the variable is not set, relative to the home folder. */
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
