/** The request that a filled in form sends. */

import type { DocumentedParameter } from "../mock/documented_parameters.ts";
import type { TypedRequest } from "./send.ts";

/** A parameter, and the text in its field. */
export interface FilledParameter {
  readonly parameter: DocumentedParameter;
  readonly text: string;
}

/** The texts in the fields of a form. */
export interface FilledForm {
  /** The path, with a query if people typed one. */
  readonly path: string;
  readonly parameters: readonly FilledParameter[];
  /** `null` if requests have no body. */
  readonly body: string | null;
}

/** Returns the text with which the field of a parameter begins. */
export function firstText({ isRequired, example }: DocumentedParameter): string {
  return isRequired ? example : "";
}

/**
 * Returns the request of a form. Empty fields send nothing, and each line of a list is an item.
 *
 * @example
 * ```ts
 * import { filledRequest } from "./filled_request.ts";
 * import { equal } from "node:assert/strict";
 *
 * const parameter = {
 *   name: "tags",
 *   in: "query",
 *   isRequired: false,
 *   facts: "Optional array of text, one per line",
 *   values: [],
 *   several: "repeated",
 *   example: "",
 * } as const;
 * const parameters = [{ parameter, text: "new\nsold out" }];
 * const { path } = filledRequest("GET", { path: "/carts", parameters, body: null });
 * equal(path, "/carts?tags=new&tags=sold+out");
 * ```
 */
export function filledRequest(
  method: string,
  { path, parameters, body }: FilledForm,
): TypedRequest {
  const sentIn = (place: DocumentedParameter["in"]) =>
    parameters.filter(({ parameter }) => parameter.in === place).flatMap((each) =>
      sentValues(each).map((value) => [each.parameter.name, value] as const)
    );
  const query = new URLSearchParams(sentIn("query").map(([name, value]) => [name, value]));
  const joint = path.includes("?") ? "&" : "?";
  return {
    method,
    path: query.size === 0 ? path : `${path}${joint}${query}`,
    headers: sentIn("header"),
    body,
  };
}

function sentValues({ parameter: { several }, text }: FilledParameter): readonly string[] {
  const lines = (several === null ? [text] : text.split("\n")).filter((line) => line !== "");
  return several === "joined" && lines.length > 0 ? [lines.join(",")] : lines;
}
