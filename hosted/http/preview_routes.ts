/**
 * Previews: the mocks of a project, and their docs page, at an address that can be shared.
 *
 * Everyone with the address can request the mocks, from pages of any origin, until the address expires, the
 * project's previews are revoked, or the project is deleted. No one else can, because the server signs the
 * address.
 *
 * - A project may be hostile: its owner chooses the bodies of responses and the texts of the docs page.
 *   Browsers treat the mock's responses and the docs page as pages of no origin (`sandbox`), and do not guess
 *   another content type. So they cannot read cookies, or send requests to the rest of the server in the name
 *   of a visitor. Only the docs page can run a script: our own, which never reads text as HTML.
 * - A visitor may be hostile: cookies, credentials and other headers never reach the mock. No request changes
 *   anything. The server limits the size of bodies, the requests in flight, and each project's requests per
 *   minute. It never runs the project's code. It reads the project's spec within the limits of a tool call,
 *   caches the mock until the project changes, and rejects long specs.
 * - Someone may see the address by accident: documents send no `Referer`, and the log has only the start of the path.
 */

import type { Context, Hono } from "hono";
import type { Actor } from "../../http/gate.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { limitBody } from "../../http/guards.ts";
import { countRequest } from "../../http/rate_limit.ts";
import type { ToolServerOptions } from "../../mcp/call_tool.ts";
import type { Answer } from "../../mock/answer.ts";
import { isPreflight, preflightAnswer, withCors } from "../../mock/cors.ts";
import { DOCS_PATH, docsAnswer } from "../../mock/docs_page.ts";
import { mockRequest, webResponse } from "../../mock/web_request.ts";
import { LIFETIMES, milliseconds } from "../accounts/limits.ts";
import { signPreview, verifyPreview } from "../accounts/preview_tokens.ts";
import { refuseVisitor } from "../pages/refusal_page.tsx";
import { previewedProject, previewTarget } from "../projects/previewed_project.ts";
import type { HostedPlace } from "../projects/snapshot.ts";
import type { Hosted } from "./hosted.ts";
import { createPreviewSpecs } from "./preview_specs.ts";

/** The path that all addresses of previews start with. */
const PREVIEWS = "/previews";

/** Reports whether a path belongs to a preview. Pages of any origin may request previews, which ignore cookies. */
export function isPreview(path: string): boolean {
  return path.startsWith(`${PREVIEWS}/`);
}

/** The address of a preview. */
export interface PreviewAddress {
  /** The address of the API, without a slash at its end. */
  readonly url: string;
  /** The address of the docs page. */
  readonly docs: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Creates the address of a project's preview; returns `null` if the account has no such project. */
export async function previewAddress(
  { database, secret, origin, time }: Hosted,
  place: HostedPlace,
): Promise<PreviewAddress | null> {
  const target = await previewTarget(database, place);
  if (target === null) return null;
  const expiresAt = time() + milliseconds(LIFETIMES.preview);
  const url = `${origin()}${PREVIEWS}/${signPreview(secret, target, expiresAt)}`;
  return { url, docs: url + DOCS_PATH, expiresAt };
}

/**
 * Maximum size of a body, in bytes. The server's own thread reads bodies, and a body of 1 MiB can take half a
 * second.
 */
const MAX_BODY_BYTES = 64 * 1024;

/** Adds the previews of projects to an app. */
export function addPreviewRoutes(
  app: Hono<HttpEnv>,
  hosted: Hosted,
  toolServerFor: (user: Actor) => ToolServerOptions,
): void {
  const { database, secret, time, origin } = hosted;
  const previewed = createPreviewSpecs();
  app.all(`${PREVIEWS}/:token/*`, limitBody(MAX_BODY_BYTES), async (c) => {
    const token = c.req.param("token");
    const target = verifyPreview(secret, token, time());
    const project = target === null ? null : await previewedProject(database, target);
    if (project === null) return await refuseVisitor(c, 404, ENDED);
    await countRequest(c, hosted, `preview ${project.id}`);
    const base = `${PREVIEWS}/${token}`;
    const actor = { id: project.accountId, client: c.var.client, author: null };
    const found = await previewed(project, toolServerFor(actor));
    if (found.kind === "unserved") {
      const { status, message } = found;
      return await refuseVisitor(c, status, { title: "This preview cannot be shown", message });
    }
    if (isPreflight(c.req.raw)) return webResponse(sealed(preflightAnswer(c.req.raw)));
    const asked = requestBelow(c, base);
    const page = await docsAnswer(asked, c.req.header("accept") ?? null, found.documented);
    if (page !== null) return webResponse(sealed(page, origin()));
    return webResponse(sealed(movedBelow(await found.app(asked), base)));
  });
}

const ENDED = {
  title: "This preview has ended",
  message: "Preview not found, expired or revoked",
  said: "Its address has expired or was revoked, or its project was deleted. " +
    "Ask the person who gave you the address for a new one",
};

/**
 * Returns the request for the mock. Its path is relative to the address of the preview, and it has no header
 * except the content type.
 */
function requestBelow(c: Context<HttpEnv>, base: string): ReturnType<typeof mockRequest> {
  const asked = mockRequest(c.req.raw);
  const body = async () => new Uint8Array(await c.req.arrayBuffer());
  return { ...asked, target: asked.target.slice(base.length), body };
}

/**
 * Adds the preview's path to the location of a redirect. Drops the body of a 308, which names the original
 * location.
 */
function movedBelow(answer: Answer, base: string): Answer {
  const { location, ...headers } = answer.headers;
  if (location === undefined) return answer;
  const moved = base + location.replace(/^https?:\/\/[^/]*/, "");
  if (answer.status !== 308) return { ...answer, headers: { ...headers, location: moved } };
  const body = new Uint8Array(0);
  return { ...answer, headers: { ...headers, "content-length": "0", location: moved }, body };
}

/**
 * Isolates an answer from the server's own pages.
 *
 * @param scripts The origin whose scripts and files the answer's page may load; by default, none.
 */
function sealed(answer: Answer, scripts?: string): Answer {
  const own = answer.headers["content-security-policy"] ?? "";
  const policy = scripts === undefined
    ? "sandbox; default-src 'none'; frame-ancestors 'none'"
    // With `allow-forms`, the page's script gets the form's event. The policy of the page still keeps
    // browsers from submitting the form.
    : `sandbox allow-scripts allow-forms; ${own.replaceAll("'self'", scripts)}`;
  return withCors({
    ...answer,
    headers: {
      ...answer.headers,
      "cache-control": "no-store",
      "content-security-policy": policy,
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
