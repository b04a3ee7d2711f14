/** The key of a local server: in a file that only its owner may read. */

import { dirname, join } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { configFolder, type Environment, LOCAL_KEY_FILE } from "../core/user_folders.ts";
import { systemReason, tryToRemove } from "../workspace/system_calls.ts";
import { keyProblem, type KeySetting } from "./settings.ts";

/** A key, and what may be told of it. */
export interface LocalKey {
  readonly value: string;
  /** The file that it is in; `null` if it came without one. */
  readonly path: string | null;
  readonly isNew: boolean;
}

/**
 * Reports whether a key was made here: 256 random bits. Proofs of such a key can be given to anybody,
 * as nobody can find the key by trying.
 */
export function isMadeKey(key: string): boolean {
  return /^lw_[0-9a-f]{64}$/.test(key);
}

/** Finds the key that a setting asks for, and makes it if its file does not exist yet. */
export function findLocalKey(
  setting: Exclude<KeySetting, { readonly kind: "none" }>,
  env: Environment,
): LocalKey | Diagnostic {
  if (setting.kind === "value") return { value: setting.value, path: null, isNew: false };
  if (setting.kind === "file") return keyIn(setting.path);
  const folder = configFolder(env, Deno.build.os === "windows");
  if (folder === null) {
    const hint = "Set HOME, LAYERWRIGHT_API_KEY or LAYERWRIGHT_API_KEY_FILE";
    return error("server-failed", "Cannot tell where to keep the API key.", { hint });
  }
  return keyIn(join(folder, LOCAL_KEY_FILE));
}

function keyIn(path: string): LocalKey | Diagnostic {
  try {
    return existingKey(path) ?? makeKey(path);
  } catch (problem) {
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return error("server-failed", `Cannot read or make the API key in '${path}' (${reason}).`);
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

/** Makes a key, whole before anybody can read it; of two servers that start at once, one makes it. */
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
