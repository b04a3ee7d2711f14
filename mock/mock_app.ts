/**
 * Answers requests like the app that is generated from a spec, running on Flask 3.1 and on the
 * server of Werkzeug 3.1.
 */

import type { ApiSpec } from "../spec/api_spec.ts";
import { endpointName, specContracts } from "../spec/spec_contract.ts";
import { HEALTH_URL, pathSegments } from "../spec/spec_path.ts";
import {
  type Answer,
  failureAnswer,
  FAILURES,
  jsonAnswer,
  notAllowedAnswer,
  optionsAnswer,
  redirectAnswer,
} from "./answer.ts";
import { endpointHandler } from "./endpoint_handler.ts";
import type { Handler, MockRequest } from "./mock_request.ts";
import type { MockState } from "./mock_state.ts";
import { quotePath, quoteUrl, readTarget, type RequestTarget } from "./request_target.ts";
import { preferringErrors } from "./preferred_error.ts";
import { checkingParameters } from "./request_parameters.ts";
import { findResources } from "./resource.ts";
import { resourceHandler } from "./resource_handler.ts";
import { UrlMap } from "./url_map.ts";

/** An app that serves the mocks of a spec. */
export type MockApp = (request: MockRequest) => Promise<Answer>;

/**
 * Creates the app of a spec.
 *
 * @param state The items that requests changed; by default, requests change nothing.
 */
export function mockApp(spec: ApiSpec, state: MockState | null = null): MockApp {
  const rules = new UrlMap<Handler>();
  const add = (path: string, method: string, handler: Handler) => {
    const methods = [method, "OPTIONS", ...(method === "GET" ? ["HEAD"] : [])];
    rules.add(pathSegments(path), methods, handler);
  };
  const uses = state === null ? null : findResources(spec).uses;
  for (const each of specContracts(spec)) {
    const use = uses?.get(endpointName(each));
    const handler = state === null || use === undefined
      ? endpointHandler(each)
      : resourceHandler(each, use, state);
    const checking = checkingParameters(each, handler);
    add(each.path.value, each.method.value, preferringErrors(each, checking));
  }
  const health = jsonAnswer(200, '{"status":"ok"}');
  add(HEALTH_URL, "GET", () => health);
  return (request) => answerWith(rules, request);
}

async function answerWith(rules: UrlMap<Handler>, request: MockRequest): Promise<Answer> {
  const target = readTarget(request.target);
  const method = request.method.toUpperCase();
  const match = rules.match(target.path, method);
  const answer = match.kind === "redirect"
    ? redirect(match.path, target, request)
    : match.kind === "none"
    ? missing(match.allowed)
    : method === "OPTIONS"
    ? optionsAnswer(allowedMethods(rules, target.path))
    : await match.endpoint(request, match.values);
  return request.method === "HEAD" ? { ...answer, body: new Uint8Array(0) } : answer;
}

function missing(allowed: ReadonlySet<string>): Answer {
  return allowed.size === 0 ? failureAnswer(FAILURES.notFound) : notAllowedAnswer(allowed);
}

/**
 * Returns the methods that a path allows. Like Flask's `allowed_methods`, matches the path with a
 * method that no rule has.
 */
function allowedMethods(rules: UrlMap<Handler>, path: string): ReadonlySet<string> {
  const match = rules.match(path, "--");
  return match.kind === "none" ? match.allowed : new Set();
}

/** Characters that stay as they are in a query, including the `%` of escapes. */
const IN_QUERY = /^[%!$&'()*+,/:;=?@]$/;

/** Redirects to a path, as Werkzeug does when it merges slashes. */
function redirect(
  path: string,
  { query, authority }: RequestTarget,
  { scheme, host }: MockRequest,
): Answer {
  const place = `${scheme}://${knownHost(scheme, authority ?? host)}${quotePath(path)}`;
  return query === ""
    ? redirectAnswer(place, place)
    : redirectAnswer(`${place}?${quoteUrl(query, IN_QUERY)}`, `${place}?${query}`);
}

/** Returns a host in lower case, without the scheme's default port; empty if it is malformed. */
function knownHost(scheme: MockRequest["scheme"], host: string): string {
  const name = host.toLowerCase();
  if (!/^(?:[a-z0-9.-]+|\[[a-f0-9]*:[a-f0-9.:]+\])(?::[0-9]+)?$/.test(name)) return "";
  const port = scheme === "http" ? ":80" : ":443";
  return name.endsWith(port) ? name.slice(0, -port.length) : name;
}
