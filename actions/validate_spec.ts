/** Checks a spec. */

import { counted, type Report, report } from "../core/report.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { countEndpoints, type RouteSpec } from "../spec/api_spec.ts";
import { bodyType, describeBody, hasInteger } from "../spec/body_type.ts";
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
  /** The bodies that endpoints accept, according to the examples in the spec. */
  readonly bodies: readonly CheckedBody[];
}

/** The bodies that an endpoint of a spec accepts. */
export interface CheckedBody {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full path. */
  readonly path: string;
  /** The bodies, for people, such as `name text, note? text`. */
  readonly body: string;
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
      bodies: checked.routes.flatMap(checkedBodies),
    },
  });
}

function checkedBodies({ path: prefix, endpoints, subroutes }: RouteSpec): readonly CheckedBody[] {
  return [{ path: "", endpoints }, ...subroutes].flatMap(({ path, endpoints }) =>
    endpoints.flatMap(({ method, body: example }) => {
      if (example === undefined) return [];
      const type = bodyType(example);
      return [{
        method,
        path: prefix + path,
        body: describeBody(type),
        hasInteger: hasInteger(type),
      }];
    })
  );
}
