/** Computes the responses of a spec's endpoints. */

import { exampleUrl } from "../generators/code/example_url.ts";
import { errorParameters, type ShownError, shownErrors } from "../mock/documented_errors.ts";
import { type DocumentedParameter, documentedParameters } from "../mock/documented_parameters.ts";
import { ruleOf } from "../project/layout/url_parameters.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import { answerText, sentText } from "../spec/example_text.ts";
import { type SpecContract, specContracts } from "../spec/spec_contract.ts";

/** The response of an endpoint. */
export interface EndpointAnswer {
  /** The method in uppercase. */
  readonly method: string;
  /** The path, as specs write it. */
  readonly path: string;
  /** A path that a client can request. */
  readonly url: string;
  readonly status: number;
  /** The parameters besides those of the path. */
  readonly parameters: readonly DocumentedParameter[];
  /** A body to send, as JSON text; `null` if requests have none. */
  readonly sends: string | null;
  /** Whether the response ends with the request's body, or with `None` if there is no body. */
  readonly addsBody: boolean;
  /** JSON text: the response to a request without a body. Empty for a status without content. */
  readonly body: string;
  readonly errors: readonly ShownError[];
}

/**
 * Returns the responses of a spec's endpoints, in the order of the spec.
 *
 * @example
 * ```ts
 * import { endpointAnswers } from "./endpoint_answer.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const endpoints = [{ method: "GET", status: 200, mock: null }] as const;
 * const ping = { name: "ping", path: "/ping", endpoints, subroutes: [] };
 * deepEqual(endpointAnswers({ description: null, routes: [ping] }), [{
 *   method: "GET",
 *   path: "/ping",
 *   url: "/ping",
 *   status: 200,
 *   parameters: [],
 *   sends: null,
 *   addsBody: false,
 *   body: '"Your ping route is working!"',
 *   errors: [],
 * }]);
 * ```
 */
export function endpointAnswers(spec: ApiSpec): readonly EndpointAnswer[] {
  return specContracts(spec).map(endpointAnswer);
}

function endpointAnswer(contract: SpecContract): EndpointAnswer {
  const { method, path, body, responses } = contract;
  const [{ status, content }] = responses.value;
  const errors = shownErrors(contract);
  return {
    method: method.value,
    path: path.value,
    url: exampleUrl("", ruleOf(path.value)),
    status: status.value,
    parameters: [...documentedParameters(contract), ...errorParameters(errors)],
    sends: sentText(body),
    addsBody: content.kind === "known" && content.value.kind === "echo",
    body: answerText(content, "None"),
    errors,
  };
}
