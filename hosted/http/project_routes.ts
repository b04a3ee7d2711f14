/** Routes for projects and patches, with a key or a signed link. */

import type { Hono, MiddlewareHandler } from "hono";
import { deleteHostedProject, hostedProjectNames } from "../projects/whole_project.ts";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import { checkLink } from "./gate.ts";
import { actorOf, type Hosted } from "./hosted.ts";
import { lacks } from "../../http/mcp_routes.ts";
import { answerArchive, answerPatch, NO_PROJECT } from "./project_downloads.ts";

/**
 * Adds the routes for an account's projects to an app.
 *
 * @param limit Limits an account's concurrent requests. `checkKey` includes the same limit.
 */
export function addProjectRoutes(
  app: Hono<HttpEnv>,
  hosted: Hosted,
  checkKey: MiddlewareHandler<HttpEnv>,
  limit: MiddlewareHandler<HttpEnv>,
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
