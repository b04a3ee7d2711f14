/** Paths of contracts as paths in OpenAPI. */

import { number, object, text } from "../core/json_nodes.ts";
import type { ReadRule } from "../project/layout/url_paths.ts";
import type { ContractParameter } from "../spec/endpoint_contract.ts";
import { parameterText } from "../spec/spec_path.ts";
import type { PathParameter } from "./operation.ts";

/**
 * Returns the template of a path.
 *
 * @example
 * ```ts
 * import { templatePath } from "./described_path.ts";
 * import { equal } from "node:assert/strict";
 *
 * const parameters = [{ name: "id", type: "int" }];
 * equal(templatePath({ path: "/carts/{id:int}", parameters }), "/carts/{id}");
 * ```
 */
export function templatePath(path: ReadRule): string {
  return withParameters(path, ({ name }) => `{${name}}`);
}

/**
 * Returns a path without the names and types of its parameters. OpenAPI does not distinguish paths
 * that differ only in these.
 */
export function pathShape(path: ReadRule): string {
  return withParameters(path, () => "<>");
}

/** Returns a path with its parameters written in another way. */
function withParameters(
  { path, parameters }: ReadRule,
  write: (parameter: ContractParameter) => string,
): string {
  let [written, rest] = ["", path];
  for (const each of parameters) {
    const text = parameterText(each);
    const at = rest.indexOf(text);
    written += rest.slice(0, at) + write(each);
    rest = rest.slice(at + text.length);
  }
  return written + rest;
}

/** Returns the schema of a parameter. All types that Flask does not have match strings. */
export function parameterSchema(type: string): PathParameter["schema"] {
  const [name = ""] = type.split("(", 1);
  return SCHEMAS.get(name) ?? STRING;
}

const STRING = object([["type", text("string")]]);

const SCHEMAS: ReadonlyMap<string, PathParameter["schema"]> = new Map([
  ["int", object([["type", text("integer")], ["minimum", number(0)]])],
  ["float", object([["type", text("number")], ["minimum", number(0)]])],
  ["uuid", object([["type", text("string")], ["format", text("uuid")]])],
]);
