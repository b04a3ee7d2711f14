/** Names of subroutes, from operation ids and paths. */

import { pathWords } from "../spec/made_names.ts";
import { isName } from "../spec/names.ts";
import { pythonName } from "./template_path.ts";

/** Maximum length of an operation id that a name is made from. */
const MAX_ID_LENGTH = 60;

/**
 * The verbs that operation ids begin with. Names omit them, because handlers get verbs of their
 * own.
 */
const VERBS: ReadonlySet<string> = new Set(
  ("get list show read fetch find retrieve view search query create add post new insert register " +
    "update put replace edit set change delete remove destroy").split(" "),
);

/**
 * Returns a name for a subroute from an operation id, without its verb and the name of its route.
 *
 * @returns `null` if nothing is left.
 *
 * @example
 * ```ts
 * import { operationName } from "./operation_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(operationName("showPetById", "pets"), "pet_by_id");
 * equal(operationName("repos/get-commit", "repos"), "commit");
 * equal(operationName("apps/get-webhook", "app"), "apps_webhook");
 * equal(operationName("repos/get", "repos"), null);
 * ```
 */
export function operationName(id: string, route: string): string | null {
  const own = snakeWords(route);
  const [group = "", ...names] = id.slice(0, MAX_ID_LENGTH).split(/[/.]/);
  const groupWords = names.length === 0 ? [] : snakeWords(group);
  const words = snakeWords(names.length === 0 ? group : names.join(" "));
  const rest = VERBS.has(words[0] ?? "") ? words.slice(1) : words;
  if (rest.length === 0) return null;
  const all = isSame(groupWords, own) ? rest : [...groupWords, ...rest];
  const name = all.join("_");
  return isSame(all, own) || !isName(name) ? null : name;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.join("_") === others.join("_");
}

/**
 * Returns a name for a subroute from its path.
 *
 * @example
 * ```ts
 * import { pathName } from "./operation_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(pathName("/{petId}"), "item");
 * equal(pathName("/{owner}/{repo}/issue-types"), "issue_types");
 * ```
 */
export function pathName(path: string): string {
  return pythonName(pathWords(path).flatMap(snakeWords).join("_"));
}

/** Splits a name at its capitals and at characters other than letters and digits. */
function snakeWords(text: string): readonly string[] {
  return text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
    .split(/[^a-z0-9]+/).filter((word) => word !== "");
}
