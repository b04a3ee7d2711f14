/** Where a person's programs keep their own files. */

import { join } from "node:path";

/** A variable's value, or `undefined`. */
export type Environment = (name: string) => string | undefined;

/** The file with the key of the local server, in {@linkcode configFolder}. */
export const LOCAL_KEY_FILE = "local-key";

/**
 * The folder for a person's settings of Layerwright.
 *
 * @returns An absolute path; `null` if the person has no home.
 */
export function configFolder(env: Environment, isWindows: boolean): string | null {
  return folder(env, isWindows ? ["APPDATA"] : ["XDG_CONFIG_HOME", ".config"]);
}

/**
 * The folder for what Layerwright must remember of what it did for a person.
 *
 * @returns An absolute path; `null` if the person has no home.
 */
export function stateFolder(env: Environment, isWindows: boolean): string | null {
  return folder(env, isWindows ? ["LOCALAPPDATA"] : ["XDG_STATE_HOME", ".local/state"]);
}

/** @param below What stands for an unset variable, from the person's home. */
function folder(
  env: Environment,
  [variable, below]: readonly [string, string?],
): string | null {
  const value = env(variable);
  if (below === undefined) return value ? join(value, "layerwright") : null;
  // https://specifications.freedesktop.org/basedir-spec: a relative path there is to be ignored.
  if (value?.startsWith("/")) return join(value, "layerwright");
  const home = env("HOME");
  return home ? join(home, below, "layerwright") : null;
}
