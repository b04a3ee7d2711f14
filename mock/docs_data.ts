/** The content of the docs page of a mock. */

import type { ApiSpec } from "../spec/api_spec.ts";
import { describeBody } from "../spec/body_type.ts";
import { bodyType } from "../spec/example_type.ts";
import { answerText, sentText } from "../spec/example_text.ts";
import { exampleOf, type SpecContract, specContracts } from "../spec/spec_contract.ts";
import { errorParameters, type ShownError, shownErrors } from "./documented_errors.ts";
import { type DocumentedParameter, documentedParameters } from "./documented_parameters.ts";

/** Maximum number of endpoints on the page. */
export const MAX_SHOWN = 1_000;

/** Maximum length of an example on the page, in characters. */
const MAX_EXAMPLE_LENGTH = 10_000;

/** An endpoint on the page. */
export interface DocumentedEndpoint {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The parameters besides those of the path. */
  readonly parameters: readonly DocumentedParameter[];
  /** The accepted body, in words; empty if the endpoint accepts any JSON, or has no body. */
  readonly accepts: string;
  /** An example of a request's body, as JSON; `null` if requests have no body. */
  readonly body: string | null;
  /** The response's body; empty for a status without content. */
  readonly response: string;
  readonly errors: readonly ShownError[];
}

/** The content of the page. */
export interface DocsData {
  /** A number that changes whenever the served spec changes. */
  readonly version: number;
  /** Whether the page fetches changes every second. */
  readonly isLive: boolean;
  /** The spec's path. */
  readonly name: string;
  readonly count: number;
  /** At most {@linkcode MAX_SHOWN} of the endpoints. */
  readonly endpoints: readonly DocumentedEndpoint[];
}

/** Returns the content of the page. */
export function docsData(
  { spec, ...served }: Pick<DocsData, "version" | "name" | "isLive"> & { readonly spec: ApiSpec },
): DocsData {
  const all = specContracts(spec);
  const endpoints = all.slice(0, MAX_SHOWN).map(documented);
  const { version, name, isLive } = served;
  return { version, isLive, name, count: all.length, endpoints };
}

function documented(contract: SpecContract): DocumentedEndpoint {
  const { method, path, body, responses } = contract;
  const [{ status, content }] = responses.value;
  const example = exampleOf(body);
  const errors = shownErrors(contract);
  return {
    method: method.value,
    path: path.value,
    status: status.value,
    parameters: [...documentedParameters(contract), ...errorParameters(errors)],
    accepts: example === null ? "" : describeBody(bodyType(example)),
    body: sentText(body),
    response: beginningOf(answerText(content, "...")),
    errors: errors.map((each) => ({ ...each, body: beginningOf(each.body) })),
  };
}

function beginningOf(text: string): string {
  return text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}...` : text;
}
