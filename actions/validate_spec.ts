/** Checks a spec. */

import { counted, type Report, report } from "../core/report.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { countEndpoints, optionalParts, type RouteSpec } from "../spec/api_spec.ts";
import { describeBody, hasInteger } from "../spec/body_type.ts";
import { bodyType } from "../spec/example_type.ts";
import { describeErrors } from "../spec/errors.ts";
import { describeList } from "../spec/list.ts";
import { parametersType } from "../spec/parameters.ts";
import { readSpec } from "../spec/read_spec.ts";

/** Options of {@linkcode validateSpec}. */
export interface ValidateSpecOptions {
  /** The spec's path in messages; default: `spec.json`. */
  readonly specPath?: string;
  /**
   * Whether projects are generated on a file system that ignores case in file names; default:
   * `false`.
   */
  readonly foldsCase?: boolean;
}

/** Data of the report of {@linkcode validateSpec}. */
export interface SpecSummary {
  /** The spec's description. */
  readonly description: string | null;
  /** Number of routes. */
  readonly routes: number;
  /** Number of endpoints. */
  readonly endpoints: number;
  /** What endpoints check, according to the examples in the spec, and the errors that they document. */
  readonly requests: readonly CheckedEndpoint[];
}

/** What an endpoint of a spec checks of its requests, and the errors that it documents. */
export interface CheckedEndpoint {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full path. */
  readonly path: string;
  /** The query, for people, such as `q? text, limit integer`; not set if it reads none. */
  readonly query?: string;
  /** The headers, for people, such as `X-Tenant text`; not set if it reads none. */
  readonly headers?: string;
  /** What clients can ask of a list, for people, such as `20 a page; sort name`; not set without one. */
  readonly list?: string;
  /** The bodies, for people, such as `name text, note? text`; not set if it checks none. */
  readonly body?: string;
  /** The statuses of the errors, for people, such as `404, 409`; not set if it documents none. */
  readonly errors?: string;
  /** Whether there is an integer in the bodies. */
  readonly hasInteger: boolean;
}

/**
 * Checks a spec.
 *
 * @param spec The spec, as JSON text or as a value.
 * @param options The spec's path for messages, and whether file names ignore case.
 * @returns The report: `unchanged`, or `failed` with all errors.
 *
 * @example
 * ```ts
 * import { validateSpec } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const [problem] = validateSpec('{"routes": {}}').diagnostics;
 * equal(problem?.code, "spec-routes-empty");
 * equal(problem?.message, "'routes' cannot be empty.");
 *
 * const { message } = validateSpec({ routes: { ping: { type: "GET" } } });
 * equal(message, "Valid: 1 route, 1 endpoint");
 * ```
 */
export function validateSpec(
  spec: string | ApiSpecInput,
  options: ValidateSpecOptions = {},
): Report<SpecSummary> {
  const { specPath: path = "spec.json", foldsCase = false } = options;
  const { spec: checked, diagnostics } = readSpec(spec, { path, foldsCase });
  if (checked === null) return report("validate", "failed", { diagnostics });
  const routes = checked.routes.length;
  const endpoints = countEndpoints(checked);
  return report("validate", "unchanged", {
    message: `Valid: ${counted(routes, "route")}, ${counted(endpoints, "endpoint")}`,
    diagnostics,
    data: {
      description: checked.description,
      routes,
      endpoints,
      requests: checked.routes.flatMap(checkedEndpoints),
    },
  });
}

function checkedEndpoints(
  { path: prefix, endpoints, subroutes }: RouteSpec,
): readonly CheckedEndpoint[] {
  return [{ path: "", endpoints }, ...subroutes].flatMap(({ path, endpoints }) =>
    endpoints.filter((each) => Object.keys(optionalParts(each)).length > 0).map(
      ({ method, query, headers, list, body, errors }) => {
        const type = body === undefined ? null : bodyType(body);
        return {
          method,
          path: prefix + path,
          ...(query !== undefined && { query: describeBody(parametersType(query)) }),
          ...(headers !== undefined && { headers: describeBody(parametersType(headers)) }),
          ...(list !== undefined && { list: describeList(list) }),
          ...(type !== null && { body: describeBody(type) }),
          ...(errors !== undefined && { errors: describeErrors(errors) }),
          hasInteger: type !== null && hasInteger(type),
        };
      },
    )
  );
}
