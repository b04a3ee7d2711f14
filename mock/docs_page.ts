/**
 * The docs page of a mock: every endpoint, with a form to send a request. The page loads nothing
 * from other servers. Its URLs are relative, so that it also works behind a path prefix.
 */

import type { ApiSpec } from "../spec/api_spec.ts";
import { specContracts } from "../spec/spec_contract.ts";
import type { Answer } from "./answer.ts";
import { docsData } from "./docs_data.ts";
import type { MockRequest } from "./mock_request.ts";
import { readTarget, type RequestTarget } from "./request_target.ts";
import { docsHtml, docsStyle, liveDocsScript } from "../templates/docs_page.ts";

/** The path of the page. */
export const DOCS_PATH = "/-/docs";

/** The path of the OpenAPI document. */
const OPENAPI_PATH = "/-/openapi.json";

/** The content security policy: only the page's own files. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** The facts about a served spec. */
export interface ServedFacts {
  readonly spec: ApiSpec;
  /** The spec's path, as typed. */
  readonly name: string;
  /** The title of the OpenAPI document. */
  readonly title: string;
  /** A number that changes whenever the served spec changes. */
  readonly version: number;
  /** Whether the page fetches changes every second. */
  readonly isLive: boolean;
}

/** The documentation of a served spec. */
export interface DocumentedSpec {
  readonly version: number;
  /** Reports whether the spec has an endpoint at a path, which then hides the docs there. */
  readonly hasPath: (path: string) => boolean;
  /** Returns the content of the page as JSON. */
  readonly content: () => string;
  /** Returns the OpenAPI document as JSON. */
  readonly openApi: () => Promise<string>;
}

/**
 * Creates the documentation of a spec. Each text is created by the first request for it, and then
 * kept.
 */
export function documentedSpec({ title, ...served }: ServedFacts): DocumentedSpec {
  const { spec, version } = served;
  let paths: ReadonlySet<string> | undefined;
  let content: string | undefined;
  let document: Promise<string> | undefined;
  const written = async () => (await import("./openapi_answer.ts")).mockDocument(spec, title);
  return {
    version,
    hasPath: (path) =>
      (paths ??= new Set(specContracts(spec).map((each) => each.path.value))).has(path),
    content: () => content ??= JSON.stringify(docsData(served)),
    openApi: () => document ??= written(),
  };
}

/**
 * Answers a request for the page, one of its files, or the OpenAPI document. Leads browsers from
 * `/` to the page.
 *
 * @param accept The header `Accept` of the request. Only browsers ask for HTML.
 * @returns The response; `null` for any other request.
 */
export async function docsAnswer(
  { method, target }: MockRequest,
  accept: string | null,
  served: DocumentedSpec,
): Promise<Answer | null> {
  // Other paths can start with `/-/` too, such as the app's health check.
  if (!["GET", "HEAD"].includes(method) || !/^\/(?:-\/|\?|$)/.test(target)) return null;
  const asked = readTarget(target);
  if (served.hasPath(asked.path)) return null;
  const answer = asked.path !== "/"
    ? await getAnswer(asked, served)
    : accept?.includes("text/html")
    ? redirect(DOCS_PATH.slice(1))
    : null;
  return answer !== null && method === "HEAD" ? { ...answer, body: new Uint8Array(0) } : answer;
}

async function getAnswer(
  { path, query }: RequestTarget,
  served: DocumentedSpec,
): Promise<Answer | null> {
  switch (path) {
    case DOCS_PATH:
      return file("text/html", docsHtml);
    case `${DOCS_PATH}/`:
      return redirect("../docs");
    case `${DOCS_PATH}/style.css`:
      return file("text/css", docsStyle);
    case `${DOCS_PATH}/script.js`:
      return file("text/javascript", liveDocsScript);
    case `${DOCS_PATH}/endpoints.json`: {
      const { version } = served;
      if (query === `since=${version}`) return { ...file("application/json", ""), status: 204 };
      return file("application/json", served.content());
    }
    case OPENAPI_PATH:
      return file("application/json", await served.openApi());
    default:
      return null;
  }
}

/** Redirects to a relative URL. */
function redirect(location: string): Answer {
  const { headers, body } = file("text/html", "");
  return { status: 302, headers: { ...headers, location }, body };
}

function file(type: string, text: string): Answer {
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body: new TextEncoder().encode(text) };
}
