/** The errors of endpoints, as pages show them. */

import { valueOf } from "../spec/endpoint_contract.ts";
import { documentedErrors } from "../spec/errors.ts";
import { exampleText } from "../spec/example_text.ts";
import type { SpecContract } from "../spec/spec_contract.ts";
import type { DocumentedParameter } from "./documented_parameters.ts";
import { errorName } from "./error_names.ts";

/** An error that an endpoint documents, on a page. */
export interface ShownError {
  readonly status: number;
  /** The name of the status if the spec has no description. */
  readonly description: string;
  /** An example of its body; empty without one. */
  readonly body: string;
}

/** Returns the errors that a spec's endpoint documents. */
export function shownErrors({ errors }: Pick<SpecContract, "errors">): readonly ShownError[] {
  return documentedErrors(valueOf(errors) ?? undefined).map(({ status, description, mock }) => ({
    status,
    description: description ?? errorName(status),
    body: mock === null ? "" : exampleText(mock),
  }));
}

/** Returns the header with which a request asks a mock for one of some errors. */
export function errorParameters(errors: readonly ShownError[]): readonly DocumentedParameter[] {
  if (errors.length === 0) return [];
  return [{
    name: "Prefer",
    in: "header",
    isRequired: false,
    facts: "Optional choice of an error to answer with",
    values: errors.map(({ status }) => `code=${status}`),
    several: null,
    example: "",
  }];
}
