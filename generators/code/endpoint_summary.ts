import { joinPaths } from "../../project/routing/mounted_blueprints.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { hasContent } from "../../spec/api_spec.ts";
import { describeBody } from "../../spec/body_type.ts";
import { bodyType } from "../../spec/example_type.ts";
import { describeErrors } from "../../spec/errors.ts";
import { describeList } from "../../spec/list.ts";
import { parametersType } from "../../spec/parameters.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EndpointSummary } from "../plans/plan.ts";

/** Summarizes an endpoint for a report. */
export function endpointSummary(endpoint: Endpoint): EndpointSummary {
  const { method, prefix, rule, status, mock, query, headers, list, body, errors, handler } =
    endpoint;
  return {
    method,
    path: printedPath(joinPaths(prefix, rule)),
    status,
    answer: !hasContent(status) ? "empty" : mock === null ? "default" : "mock",
    handler,
    ...(query !== undefined && { query: describeBody(parametersType(query)) }),
    ...(headers !== undefined && { headers: describeBody(parametersType(headers)) }),
    ...(list !== undefined && { list: describeList(list) }),
    ...(body !== undefined && { body: describeBody(bodyType(body)) }),
    ...(errors !== undefined && { errors: describeErrors(errors) }),
  };
}
