/** Judges of parameters: a model, and the schemas of the OpenAPI document. */

import { deepEqual, equal } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { specToOpenApi } from "../../mod.ts";
import type { BodyMember } from "../generators/arbitrary_body.ts";
import { exactJson } from "../tools/exact_json.ts";
import type { RawAnswer } from "../tools/raw_answers.ts";
import { latin1Bytes } from "../tools/raw_request.ts";
import type { Expected } from "./like_flask.ts";
import { judgedValue, type Texts, textsInHeaders, textsInQuery } from "./parameter_model.ts";

/** An endpoint with parameters. */
export interface JudgedEndpoint {
  /** Its path in OpenAPI documents. */
  readonly path: string;
  readonly method: string;
  readonly query: readonly BodyMember[];
  readonly headers: readonly BodyMember[];
}

/** A parameter of a request. */
interface Sent {
  readonly in: "query" | "header";
  readonly name: string;
  readonly texts: Texts;
  /** The argument of the service; `undefined` if the response is 422. */
  readonly value: unknown;
}

/**
 * Tests that a generated app refuses the parameters that the judges refuse, and no others, and that
 * its services get the arguments that the model expects.
 *
 * @param endpoints The endpoints of the routes `r0`, `r1` and so on.
 */
export async function testJudged(
  spec: string,
  endpoints: readonly JudgedEndpoint[],
  expected: readonly Expected[],
): Promise<void> {
  const { data } = await specToOpenApi(spec);
  const documents = endpoints.map((each) => documented(each, JSON.parse(data?.document ?? "")));
  for (const { request, answer } of expected) {
    // Servers read other bytes than ASCII in targets in different ways.
    if (!/^\p{ASCII}*$/u.test(request.target)) continue;
    const [, at, query = ""] = /^\/r(\d+)[^?]*\??(.*)$/s.exec(request.target) ?? [];
    const endpoint = endpoints[Number(at)] ?? NO_PARAMETERS;
    const sent = [
      ...endpoint.query.map(judged("query", textsInQuery(query))),
      ...endpoint.headers.map(judged("header", textsInHeaders(request.headers ?? []))),
    ];
    const words = JSON.stringify({ ...endpoint, ...request }).slice(0, 2_000);
    testAnswer(sent, answer, words);
    for (const each of sent) {
      const isAccepted = documents[Number(at)]?.(each);
      if (isAccepted !== null) {
        equal(isAccepted, each.value !== undefined, `${each.name}: ${words}`);
      }
    }
  }
}

const NO_PARAMETERS = { query: [], headers: [] };

function judged(place: Sent["in"], textsOf: (member: BodyMember) => Texts) {
  return (member: BodyMember): Sent => {
    const texts = textsOf(member);
    return { in: place, name: member.name, texts, value: judgedValue(member, texts) };
  };
}

/** Compares a response with what the model expects. */
function testAnswer(sent: readonly Sent[], answer: RawAnswer, words: string): void {
  const { status, headers, body } = answer;
  const unfit = sent.filter(({ value }) => value === undefined);
  const [, shown] = headers.find(([name]) => name === "X-Arguments") ?? [];
  if (unfit.length > 0) equal(status, 422, words);
  if (status < 300) deepEqual(exactJson(shown ?? ""), sent.map(({ value }) => value), words);
  else equal(shown, undefined, words);
  // A response to HEAD has no body.
  if (body === "") return;
  const { errors = [] } = exactJson(new TextDecoder().decode(latin1Bytes(body)));
  const problems: readonly Partial<Sent & { readonly parameter: string }>[] = errors;
  const named = problems.filter(({ parameter }) => parameter !== undefined);
  deepEqual(
    named.map((each) => [each.in, each.parameter]),
    unfit.map((each) => [each.in, each.name]),
    words,
  );
}

/** A parameter in an OpenAPI document. */
interface DocumentedParameter {
  readonly name: string;
  readonly in: Sent["in"];
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Schema {
  readonly type?: string;
  readonly items?: Schema;
}

/** A document, as far as this module reads it. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: readonly DocumentedParameter[];
}

/** Returns a function that says whether a document accepts a parameter; `null` if it cannot say. */
function documented({ path, method }: JudgedEndpoint, { paths }: Document) {
  const formats = { email: true, uri: true } as const;
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, formats });
  addFormats.default(ajv, ["date", "date-time", "uuid"]);
  const parameters = paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  const checks = new Map(parameters.map((each) => {
    return [`${each.in} ${each.name}`, { ...each, isValid: ajv.compile(each.schema) }] as const;
  }));
  return ({ in: place, name, texts }: Sent): boolean | null => {
    const found = checks.get(`${place} ${name}`);
    if (found === undefined) throw new Error(`The document of ${path} has no ${place} '${name}'`);
    const { required = false, schema, isValid } = found;
    if (texts === undefined) return !required;
    const type = schema.items?.type ?? schema.type ?? "";
    if (texts.some((each) => isUnsayable(each, type))) return null;
    const values = texts.map((each) => type === "string" ? each : scalarIn(each));
    return isValid(schema.type === "array" || values.length > 1 ? values : values[0]);
  };
}

/**
 * Reports whether schemas cannot say what an app does with a text: bytes that are not UTF-8 or NUL,
 * integers that are not written as such or have more than 18 digits, and numbers that JavaScript
 * rounds.
 */
function isUnsayable(text: string, type: string): boolean {
  if (!text.isWellFormed() || text.includes("\0")) return true;
  const value = Number(text);
  return type === "integer" && !/^-?\d{1,18}$/.test(text) && Number.isInteger(value) ||
    type === "number" && Number.isFinite(value) && !Number.isSafeInteger(Math.trunc(value));
}

/** Reads a text as JSON; returns the text itself if it is something else. */
function scalarIn(text: string): unknown {
  try {
    return text === text.trim() ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}
