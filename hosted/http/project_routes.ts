/** Routes for projects and patches, with a key or a signed link. */

import type { Hono, MiddlewareHandler } from "hono";
import { revokePreviews } from "../projects/previewed_project.ts";
import { deleteHostedProject, hostedProjectNames } from "../projects/whole_project.ts";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import { checkLink } from "./gate.ts";
import { actorOf, type Hosted } from "./hosted.ts";
import { lacks } from "../../http/mcp_routes.ts";
import type { Actor } from "../../http/gate.ts";
import type { ToolServerOptions } from "../../mcp/call_tool.ts";
import { answerArchive, answerPatch, NO_PROJECT } from "./project_downloads.ts";
import { previewAddress } from "./preview_routes.ts";
import { answerOpenApi } from "./project_openapi.ts";

/** The checks that a request for a project must pass, and the tools that the routes call. */
export interface ProjectAccess {
  readonly checkKey: MiddlewareHandler<HttpEnv>;
  /** Limits an account's concurrent requests. `checkKey` includes the same limit. */
  readonly limit: MiddlewareHandler<HttpEnv>;
  toolServerFor(user: Actor): ToolServerOptions;
}

/** Adds the routes for an account's projects to an app. */
export function addProjectRoutes(
  app: Hono<HttpEnv>,
  hosted: Hosted,
  { checkKey, limit, toolServerFor }: ProjectAccess,
): void {
  const { database } = hosted;
  const checkLinkOrKey = checkLink(hosted, { otherwise: checkKey, limit });
  app.get("/projects", checkKey, async (c) => {
    if (!c.var.principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    return c.json({ projects: await hostedProjectNames(database, c.var.principal.id) });
  });
  app.get("/projects/:name/archive", checkLinkOrKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    return await answerArchive(c, database, { accountId: principal.id, name: c.req.param("name") });
  });
  app.get("/projects/:name/openapi.json", checkKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    const place = { accountId: principal.id, name: c.req.param("name") };
    return await answerOpenApi(c, database, { place, server: toolServerFor(principal) });
  });
  app.get("/projects/:name/preview", checkKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    const place = { accountId: principal.id, name: c.req.param("name") };
    const preview = await previewAddress(hosted, place);
    if (preview === null) return refuse(c, 404, NO_PROJECT);
    const { url, docs, expiresAt } = preview;
    return c.json({ url, docs, expires: new Date(expiresAt).toISOString() });
  });
  app.delete("/projects/:name/preview", checkKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:write")) return lacks(c, "tools:write");
    const isRevoked = await revokePreviews(
      database,
      actorOf(hosted, principal),
      c.req.param("name"),
    );
    return isRevoked ? c.body(null, 204) : refuse(c, 404, NO_PROJECT);
  });
  app.get("/projects/:name/changes/:id/patch", checkLinkOrKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    const { name, id } = c.req.param();
    return await answerPatch(c, database, { accountId: principal.id, name, id });
  });
  app.delete("/projects/:name", checkKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:write")) return lacks(c, "tools:write");
    const actor = actorOf(hosted, principal);
    const isDeleted = await deleteHostedProject(database, actor, c.req.param("name"));
    return isDeleted ? c.body(null, 204) : refuse(c, 404, NO_PROJECT);
  });
}
