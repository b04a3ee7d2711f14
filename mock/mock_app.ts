/** Answers requests as the app that is generated from a spec, on Flask 3.1 and Werkzeug 3.1's own server. */

import { type Json, JsonSyntaxError, withoutRepeatedKeys } from "../core/json.ts";
import { jsonNesting } from "../core/json_nesting.ts";
import { tryToParseJson } from "../core/json_text.ts";
import { HEALTH_URL } from "../project/layout.ts";
import { pythonJson, pythonStr } from "../python/repr.ts";
import { type ApiSpec, hasContent, takesBody } from "../spec/api_spec.ts";
import { bodyType } from "../spec/body_type.ts";
import { defaultWords } from "../spec/default_answer.ts";
import { pathSegments } from "../spec/spec_path.ts";
import { findMockProblems, MAX_MOCK_DEPTH } from "../spec/mock.ts";
import {
  type Answer,
  emptyAnswer,
  failureAnswer,
  FAILURES,
  jsonAnswer,
  notAllowedAnswer,
  optionsAnswer,
  redirectAnswer,
  refusal,
  unfitAnswer,
} from "./answer.ts";
import { fitBody } from "./fitted_body.ts";
import { decodeLikePython } from "./json_text.ts";
import { type ListedEndpoint, listEndpoints } from "./listed_endpoint.ts";
import { quoteUrl, readTarget, type RequestTarget } from "./request_target.ts";
import { UrlMap } from "./url_map.ts";

/** Maximum length of a request's body in bytes (`MAX_CONTENT_LENGTH` of generated apps). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A request as the app gets it. */
export interface MockRequest {
  /** The method as it was sent. */
  readonly method: string;
  /** The target as it was sent: a path with its query. */
  readonly target: string;
  readonly scheme: "http" | "https";
  /** The host and port that the client asked. */
  readonly host: string;
  readonly contentType: string | null;
  /**
   * Reads the body.
   *
   * @returns `null` if it is longer than {@linkcode MAX_BODY_BYTES}.
   */
  body(): Promise<Uint8Array | null>;
}

/** An app that serves the mocks of a spec. */
export type MockApp = (request: MockRequest) => Promise<Answer>;

/** Answers a request that a rule matches. */
type Handler = (request: MockRequest) => Answer | Promise<Answer>;

/** Creates the app of a spec. */
export function mockApp(spec: ApiSpec): MockApp {
  const rules = new UrlMap<Handler>();
  const add = (path: string, method: string, handler: Handler) => {
    const methods = [method, "OPTIONS", ...(method === "GET" ? ["HEAD"] : [])];
    rules.add(pathSegments(path), methods, handler);
  };
  for (const each of listEndpoints(spec)) {
    add(each.path, each.endpoint.method, endpointHandler(each));
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
    : await match.endpoint(request);
  return request.method === "HEAD" ? { ...answer, body: new Uint8Array(0) } : answer;
}

function missing(allowed: ReadonlySet<string>): Answer {
  return allowed.size === 0 ? failureAnswer(FAILURES.notFound) : notAllowedAnswer(allowed);
}

/** Returns the methods of a path, as a method that no rule has finds them (Flask, `allowed_methods`). */
function allowedMethods(rules: UrlMap<Handler>, path: string): ReadonlySet<string> {
  const match = rules.match(path, "--");
  return match.kind === "none" ? match.allowed : new Set();
}

/** Characters that paths of URLs may have, besides those that are never escaped. */
const IN_PATH = /^[!$&'()*+,/:;=@]$/;

/** Characters that queries of URLs may have, escapes included. */
const IN_QUERY = /^[%!$&'()*+,/:;=?@]$/;

/** Redirects to a path, as Werkzeug does when it merges slashes. */
function redirect(
  path: string,
  { query, authority }: RequestTarget,
  { scheme, host }: MockRequest,
): Answer {
  const place = `${scheme}://${knownHost(scheme, authority ?? host)}${quoteUrl(path, IN_PATH)}`;
  return query === ""
    ? redirectAnswer(place, place)
    : redirectAnswer(`${place}?${quoteUrl(query, IN_QUERY)}`, `${place}?${query}`);
}

/** Returns a host in lower case, without the scheme's own port; empty if it is malformed. */
function knownHost(scheme: MockRequest["scheme"], host: string): string {
  const name = host.toLowerCase();
  if (!/^(?:[a-z0-9.-]+|\[[a-f0-9]*:[a-f0-9.:]+\])(?::[0-9]+)?$/.test(name)) return "";
  const port = scheme === "http" ? ":80" : ":443";
  return name.endsWith(port) ? name.slice(0, -port.length) : name;
}

function endpointHandler({ route, subroute, endpoint }: ListedEndpoint): Handler {
  const { method, status, mock, body } = endpoint;
  const words = defaultWords({ route, subroute, method });
  const saysBody = takesBody(method) && mock === null && hasContent(status);
  let fixed: Answer | undefined;
  const answer = (data: Json | null): Answer => {
    if (saysBody) {
      const said = data === null ? "None" : pythonStr(data);
      return jsonAnswer(status, JSON.stringify(words + said));
    }
    return fixed ??= hasContent(status)
      ? jsonAnswer(status, mock === null ? JSON.stringify(words) : pythonJson(mock))
      : emptyAnswer(status);
  };
  if (!takesBody(method)) return () => answer(null);
  const type = body === undefined ? null : bodyType(body);
  return async (request) => {
    const read = await readJson(request);
    if (read.kind === "failure") return refusal(read.why);
    if (type === null) return answer(read.data);
    if (read.data === null) return unfitAnswer(new Map([["", "is missing"]]));
    const { data, problems } = fitBody(type, read.data);
    return problems.size > 0 ? unfitAnswer(problems) : answer(data);
  };
}

/** The JSON of a body, or why there is none. */
type ReadJson =
  /** `data`: `null` if there is no body. */
  | { readonly kind: "data"; readonly data: Json | null }
  | { readonly kind: "failure"; readonly why: "tooLarge" | "notJson" | "malformed" };

/** Reads a body as `api/request_body.py` does. */
async function readJson({ body, contentType }: MockRequest): Promise<ReadJson> {
  const bytes = await body();
  if (bytes === null) return { kind: "failure", why: "tooLarge" };
  if (bytes.length === 0) return { kind: "data", data: null };
  if (!isJson(contentType)) return { kind: "failure", why: "notJson" };
  const text = decodeLikePython(bytes);
  const json = text === null || jsonNesting(text) > MAX_MOCK_DEPTH ? null : tryToParseJson(text);
  if (json === null || json instanceof JsonSyntaxError || findMockProblems(json, "").length > 0) {
    return { kind: "failure", why: "malformed" };
  }
  return { kind: "data", data: withoutRepeatedKeys(json) };
}

/** Reports whether a content type is JSON (`werkzeug.sansio.request`, `is_json`). */
function isJson(contentType: string | null): boolean {
  const [value = ""] = (contentType ?? "").split(";", 1);
  const type = value.trim().toLowerCase();
  return type === "application/json" || type.startsWith("application/") && type.endsWith("+json");
}
