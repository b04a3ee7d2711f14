/** The API key of a local server, in a file that only its owner can read. */

import { dirname, join } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { configFolder, type Environment, LOCAL_KEY_FILE } from "../core/user_folders.ts";
import { systemReason, tryToRemove } from "../workspace/system_calls.ts";
import { keyProblem, type KeySetting } from "./settings.ts";

/** The key of a local server. */
export interface LocalKey {
  readonly value: string;
  /** The key's file; `null` if the key came from the environment. */
  readonly path: string | null;
  /** Whether the key was created just now. */
  readonly isNew: boolean;
}

/**
 * Reports whether a key has the form of generated keys. Such a key has 256 random bits, so proofs of the key
 * are safe to publish: no one can guess the key.
 */
export function isMadeKey(key: string): boolean {
  return /^lw_[0-9a-f]{64}$/.test(key);
}

/** Returns the key that a setting selects, and creates the key if its file does not exist. */
export function findLocalKey(
  setting: Exclude<KeySetting, { readonly kind: "none" }>,
  env: Environment,
): LocalKey | Diagnostic {
  if (setting.kind === "value") return { value: setting.value, path: null, isNew: false };
  if (setting.kind === "file") return keyIn(setting.path);
  const folder = configFolder(env, Deno.build.os === "windows");
  if (folder === null) {
    const hint = "Set HOME, LAYERWRIGHT_API_KEY or LAYERWRIGHT_API_KEY_FILE";
    return error("server-failed", "Cannot find a folder for the API key.", { hint });
  }
  return keyIn(join(folder, LOCAL_KEY_FILE));
}

function keyIn(path: string): LocalKey | Diagnostic {
  try {
    return existingKey(path) ?? makeKey(path);
  } catch (problem) {
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return error("server-failed", `Cannot read or create the API key in '${path}' (${reason}).`);
  }
}

function existingKey(path: string): LocalKey | Diagnostic | null {
  try {
    const value = Deno.readTextFileSync(path).trim();
    return keyProblem(value, `'${path}'`) ?? { value, path, isNew: false };
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return null;
    throw problem;
  }
}

/** Creates the file of a new key atomically. If two servers start at the same time, both use the same key. */
function makeKey(path: string): LocalKey | Diagnostic {
  const value = `lw_${crypto.getRandomValues(new Uint8Array(32)).toHex()}`;
  Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    Deno.writeTextFileSync(draft, `${value}\n`, { createNew: true, mode: 0o600 });
    Deno.linkSync(draft, path);
    return { value, path, isNew: true };
  } catch (problem) {
    const found = problem instanceof Deno.errors.AlreadyExists ? existingKey(path) : null;
    if (found === null) throw problem;
    return found;
  } finally {
    tryToRemove(() => Deno.removeSync(draft));
  }
}
