/** Reads and checks the bodies of requests like generated apps. */

import { type Json, JsonSyntaxError, withoutRepeatedKeys } from "../core/json.ts";
import { jsonNesting } from "../core/json_nesting.ts";
import { tryToParseJson } from "../core/json_text.ts";
import type { BodyType } from "../spec/body_type.ts";
import { findMockProblems, MAX_MOCK_DEPTH } from "../spec/mock.ts";
import { type Answer, refusal, unfitAnswer } from "./answer.ts";
import { fitBody } from "./fitted_body.ts";
import { decodeLikePython } from "./json_text.ts";
import type { MockRequest } from "./mock_request.ts";

/** The body of a request, or the error response to send. */
export type ReadBody =
  /** `data`: `null` if there is no body. */
  | { readonly kind: "data"; readonly data: Json | null }
  | { readonly kind: "refused"; readonly answer: Answer };

/**
 * Reads a body like a generated app's `api/request_body.py`, and checks it like the app's models.
 *
 * @param type The type that the spec gives the body; `null` to accept any JSON, or no body.
 */
export async function readBody(request: MockRequest, type: BodyType | null): Promise<ReadBody> {
  const read = await readJson(request);
  if (read.kind === "failure") return { kind: "refused", answer: refusal(read.why) };
  if (type === null) return read;
  if (read.data === null) return unfit(new Map([["", "is missing"]]));
  if (hasTooManyValues(read.data)) return { kind: "refused", answer: refusal("tooManyValues") };
  const { data, problems } = fitBody(type, read.data);
  return problems.size > 0 ? unfit(problems) : { kind: "data", data };
}

/** Maximum number of values in a body that has a type, as in `api/request_body.py`. */
const MAX_VALUES = 100_000;

function hasTooManyValues(data: Json): boolean {
  const left = [data];
  let count = 0;
  for (let value = left.pop(); value !== undefined && count <= MAX_VALUES; value = left.pop()) {
    count++;
    if (value.kind === "array") { for (const each of value.items) left.push(each); }
    if (value.kind === "object") { for (const each of value.members) left.push(each.value); }
  }
  return count > MAX_VALUES;
}

/** Returns the refusal of a body of the wrong shape, with its problems by JSON pointer. */
export function unfit(problems: ReadonlyMap<string, string>): ReadBody {
  return { kind: "refused", answer: unfitAnswer(problems) };
}

/** The JSON of a body, or the problem with it. */
type ReadJson =
  | { readonly kind: "data"; readonly data: Json | null }
  | { readonly kind: "failure"; readonly why: "tooLarge" | "notJson" | "malformed" };

async function readJson({ body, contentType }: MockRequest): Promise<ReadJson> {
  const bytes = await body();
  if (bytes === null) return { kind: "failure", why: "tooLarge" };
  if (bytes.length === 0) return { kind: "data", data: null };
  if (!isJson(contentType)) return { kind: "failure", why: "notJson" };
  const text = decodeLikePython(bytes);
  const json = text === null || jsonNesting(text) > MAX_MOCK_DEPTH ? null : tryToParseJson(text);
  if (json === null || json instanceof JsonSyntaxError || findMockProblems(json, "").length > 0) {
    return { kind: "failure", why: "malformed" };
  }
  return { kind: "data", data: withoutRepeatedKeys(json) };
}

/** Reports whether a content type is JSON (`werkzeug.sansio.request`, `is_json`). */
function isJson(contentType: string | null): boolean {
  const [value = ""] = (contentType ?? "").split(";", 1);
  const type = value.trim().toLowerCase();
  return type === "application/json" || type.startsWith("application/") && type.endsWith("+json");
}
