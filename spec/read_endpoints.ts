/** Reads the endpoints of a route or a subroute: one `type`, or several `methods`. */

import { type JsonObject, memberValue, withoutRepeatedKeys } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import {
  defaultStatus,
  type EndpointSpec,
  hasContent,
  isSuccess,
  type Method,
  optionalParts,
  parseMethod,
} from "./api_spec.ts";
import { readBody } from "./body.ts";
import { readErrors } from "./errors.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { readList } from "./list.ts";
import { findMockProblems } from "./mock.ts";
import { readParameters } from "./parameters.ts";
import { statusHint } from "./value_hints.ts";

/** The keys of a route or a subroute that describe its endpoints. */
export const ENDPOINT_KEYS = [
  "type",
  "status",
  "query",
  "headers",
  "list",
  "body",
  "mock",
  "errors",
  "methods",
] as const;

/** A route or a subroute in the spec. */
export interface EndpointsPlace extends SpecPlace {
  /** The route's name. */
  readonly route: string;
  /** The names of the parameters in its path. */
  readonly parameters: readonly string[];
  /** Whether `methods` may be empty, because there are endpoints in subroutes. */
  readonly mayBeEmpty: boolean;
}

/** Reads the endpoints of a route or a subroute, in the order of the spec. */
export function readEndpoints(
  object: JsonObject,
  place: EndpointsPlace,
  findings: Findings,
): readonly EndpointSpec[] {
  if (memberValue(object, "methods") === undefined) {
    const method = readType(object, place, findings);
    return [readEndpoint(object, method, place, findings)];
  }
  for (const { key, at } of object.members.filter(({ key }) => isOfOneMethod(key))) {
    const message = `Key '${key}' does not go with 'methods' ${place.words}.`;
    const hint = key === "type"
      ? "Remove it: 'methods' names the methods"
      : "Move it into the method that it is about";
    findings.error({ code: "spec-methods", message, at, path: [...place.path, key], hint });
  }
  const methods = findings.object(object, "methods", place);
  return methods === null ? [] : readMethods(methods, place, findings);
}

/**
 * Reports whether a key belongs to one method, so that it cannot be used together with `methods`.
 */
function isOfOneMethod(key: string): boolean {
  return key !== "methods" && ENDPOINT_KEYS.some((each) => each === key);
}

function readMethods(
  methods: JsonObject,
  { words, path, route, mayBeEmpty, parameters }: EndpointsPlace,
  findings: Findings,
): readonly EndpointSpec[] {
  if (methods.members.length === 0 && !mayBeEmpty) {
    const message = `'methods' cannot be empty ${words}.`;
    findings.error({ code: "spec-methods", message, at: methods.at, path: [...path, "methods"] });
  }
  const seen = new Set<Method>();
  return methods.members.flatMap(({ key, at, value }) => {
    const place = {
      words: `in method '${quotable(key)}' ${words}`,
      path: [...path, "methods", key],
    };
    const method = parseMethod(key);
    if (method === null) {
      findings.error({
        code: "spec-method",
        message: invalidMethod(key, route),
        at,
        path: place.path,
      });
      return [];
    }
    if (seen.has(method)) {
      const message = `Duplicate method '${quotable(key)}' ${words}.`;
      findings.error({ code: "spec-duplicate", message, at, path: place.path });
    }
    seen.add(method);
    if (value.kind !== "object") {
      findings.shape(
        key,
        "an object",
        { words: `in 'methods' ${words}`, path: place.path },
        value.at,
      );
      return [];
    }
    findings.checkKeys(
      value,
      ["status", "query", "headers", "list", "body", "mock", "errors"],
      place,
    );
    return [readEndpoint(value, method, { ...place, parameters }, findings)];
  });
}

function readType(
  object: JsonObject,
  place: EndpointsPlace,
  findings: Findings,
): Method {
  const type = memberValue(object, "type");
  if (type === undefined) {
    const message = `Key 'type' missing ${place.words}.`;
    const hint = `Add "type": "GET", or POST, PUT or DELETE`;
    findings.error({ code: "spec-type-missing", message, hint, at: object.at, path: place.path });
  }
  const text = findings.string(object, "type", place);
  if (text === null) return "GET";
  const method = parseMethod(text);
  if (method !== null) return method;
  findings.error({
    code: "spec-method",
    message: invalidMethod(text, place.route),
    at: type?.at ?? object.at,
    path: [...place.path, "type"],
  });
  return "GET";
}

function invalidMethod(text: string, route: string): string {
  return `Invalid HTTP method '${quotable(text)}' in route '${
    quotable(route)
  }' (must be GET, POST, PUT, or DELETE).`;
}

function readEndpoint(
  object: JsonObject,
  method: Method,
  { parameters, ...place }: SpecPlace & Pick<EndpointsPlace, "parameters">,
  findings: Findings,
): EndpointSpec {
  const query = readParameters("query", object, parameters, place, findings);
  const headers = readParameters("headers", object, parameters, place, findings);
  const body = readBody(object, method, place, findings);
  const answer = readAnswer(object, method, place, findings);
  const errors = readErrors(object, place, findings);
  const listed = { method, mock: answer.mock, query, parameters };
  const list = readList(object, listed, place, findings);
  return { method, ...answer, ...optionalParts({ query, headers, list, body, errors }) };
}

function readAnswer(
  object: JsonObject,
  method: Method,
  { words, path }: SpecPlace,
  findings: Findings,
): Pick<EndpointSpec, "status" | "mock"> {
  const status = readStatus(object, { words, path }, findings) ?? defaultStatus(method);
  const value = memberValue(object, "mock");
  if (value !== undefined && !hasContent(status)) {
    const message = `'mock' does not go with status ${status} ${words}: it has no content.`;
    const hint = "Remove the mock, or choose another status";
    const at = value.at;
    findings.error({ code: "spec-status", message, at, path: [...path, "mock"], hint });
  }
  const mock = value === undefined ? null : withoutRepeatedKeys(value);
  for (const { at, message } of mock === null ? [] : findMockProblems(mock, words)) {
    findings.error({ code: "spec-limit", message, at, path: [...path, "mock"] });
  }
  return { status, mock };
}

function readStatus(
  object: JsonObject,
  { words, path }: SpecPlace,
  findings: Findings,
): number | null {
  const value = memberValue(object, "status");
  if (value === undefined) return null;
  const status = value.kind === "number" ? Number(value.text) : Number.NaN;
  if (isSuccess(status)) return status;
  const message = `'status' must be an integer from 200 to 299 ${words}.`;
  const at = { at: value.at, path: [...path, "status"] };
  findings.error({ code: "spec-status", message, ...at, ...statusHint(status) });
  return null;
}
