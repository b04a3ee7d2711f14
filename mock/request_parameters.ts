/** Reads the parameters of a request like a generated app's `api/request_parameters.py`. */

import type { BodyMember } from "../spec/body_type.ts";
import { valueOf } from "../spec/endpoint_contract.ts";
import { queryMembers } from "../spec/list.ts";
import { parametersType } from "../spec/parameters.ts";
import type { SpecContract } from "../spec/spec_contract.ts";
import { unfitParametersAnswer } from "./answer.ts";
import { strictUtf8 } from "./json_text.ts";
import type { Handler, MockRequest } from "./mock_request.ts";
import { type SentValues, unfitParameters } from "./parameter_problems.ts";
import { readTarget, unescapedBytes } from "./request_target.ts";

/** Returns a handler that checks the parameters of a request before another handler answers it. */
export function checkingParameters(
  contract: Pick<SpecContract, "query" | "headers" | "list">,
  handler: Handler,
): Handler {
  const headers = valueOf(contract.headers);
  const members = queryMembers(valueOf(contract.query), valueOf(contract.list));
  if (members.length === 0 && headers === null) return handler;
  const named = headers === null ? null : parametersType(headers);
  return (request, values) => {
    const ofQuery = unfitParameters({ members }, sentQuery(request.target));
    const ofHeaders = named === null ? [] : unfitParameters(named, sentHeaders(request.header));
    const problems = [
      ...Array.from(
        ofQuery,
        ([parameter, detail]) => ({ parameter, in: "query", detail } as const),
      ),
      ...Array.from(
        ofHeaders,
        ([parameter, detail]) => ({ parameter, in: "header", detail } as const),
      ),
    ];
    return problems.length > 0 ? unfitParametersAnswer(problems) : handler(request, values);
  };
}

/**
 * Returns the values of a query's parameters, split like Python's `urllib.parse.parse_qsl`.
 *
 * @param target The target of a request, with its query.
 */
export function sentQuery(target: string): (member: Pick<BodyMember, "name">) => SentValues {
  const sent = new Map<string, string[]>();
  for (const part of readTarget(target).query.split("&")) {
    const equals = part.indexOf("=");
    const name = decoded(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? "" : decoded(part.slice(equals + 1));
    const values = sent.get(name);
    if (values === undefined) sent.set(name, [value]);
    else values.push(value);
  }
  return ({ name }) => sent.get(name);
}

/** Stands for bytes that are not UTF-8, like the surrogates of the app. */
const NOT_UTF_8 = "\udc80";

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  return spaced.includes("%") ? strictUtf8(unescapedBytes(spaced)) ?? NOT_UTF_8 : spaced;
}

/** Returns the values of headers. A list has its items between commas. */
export function sentHeaders(
  header: MockRequest["header"],
): (member: BodyMember) => SentValues {
  return ({ name, type }) => {
    const sent = header(name);
    if (sent === null) return undefined;
    if (type.kind !== "array") return [headerText(sent)];
    return sent.split(",").map(headerText).filter((each) => each !== "");
  };
}

/** Returns the text of a header's value, without the spaces and tabs around it. */
function headerText(value: string): string {
  const stripped = value.replace(/^[ \t]+|[ \t]+$/g, "");
  return strictUtf8(Uint8Array.from(stripped, (each) => each.charCodeAt(0))) ?? NOT_UTF_8;
}
