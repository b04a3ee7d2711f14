/** Fetching projects and changes of them, with a key or by a signed link. */

import type { Context, Hono, MiddlewareHandler } from "hono";
import {
  deleteHostedProject,
  readHostedPatch,
  readHostedProject,
} from "../workspace/hosted_project.ts";
import { openHostedProjects } from "../workspace/hosted_projects.ts";
import { type HttpEnv, refuse } from "./exchange.ts";
import { checkLink } from "./hosted_gate.ts";
import { actorOf, type Hosted } from "./hosted.ts";
import { lacks } from "./mcp_routes.ts";

/** Names in a list. */
const MOST_LISTED = 1_000;

/** What everybody has to hear who asks for what they have not got. */
const NO_PROJECT = "No such project, or no such change of it";

/** Adds the projects of whoever asks to an app. */
export function addProjectRoutes(
  app: Hono<HttpEnv>,
  hosted: Hosted,
  checkKey: MiddlewareHandler<HttpEnv>,
): void {
  const { database } = hosted;
  const checkLinkOrKey = checkLink(hosted, checkKey);
  app.get("/projects", checkKey, async (c) => {
    if (!c.var.principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    const projects = openHostedProjects(database, actorOf(hosted, c.var.principal));
    return c.json({ projects: await projects.list(MOST_LISTED) });
  });
  app.get("/projects/:name/archive", checkLinkOrKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    const format = c.req.query("format") ?? "tar.gz";
    if (format !== "tar.gz" && format !== "zip") {
      return refuse(c, 400, "Unknown format (must be tar.gz or zip)");
    }
    const name = c.req.param("name");
    const project = await readHostedProject(database, { accountId: principal.id, name });
    if (project === null) return refuse(c, 404, NO_PROJECT);
    // Loaded late: most calls fetch nothing, and a server should be there at once.
    const { tarArchive, zipArchive } = await import("./archive.ts");
    const pack = format === "zip" ? zipArchive : tarArchive;
    const type = format === "zip" ? "application/zip" : "application/gzip";
    return download(c, await pack({ name, ...project }), type, `${name}.${format}`);
  });
  app.get("/projects/:name/changes/:id/patch", checkLinkOrKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:read")) return lacks(c, "tools:read");
    const { name, id } = c.req.param();
    const patch = await readHostedPatch(database, { accountId: principal.id, name }, id);
    if (patch === null) return refuse(c, 404, NO_PROJECT);
    return download(c, patch, "text/x-patch; charset=utf-8", `${id}.patch`);
  });
  app.delete("/projects/:name", checkKey, async (c) => {
    const { principal } = c.var;
    if (!principal.scopes.has("tools:write")) return lacks(c, "tools:write");
    const actor = actorOf(hosted, principal);
    const isDeleted = await deleteHostedProject(database, actor, c.req.param("name"));
    return isDeleted ? c.body(null, 204) : refuse(c, 404, NO_PROJECT);
  });
}

/** Answers with a file that no browser shows, and nobody keeps. */
function download(
  c: Context<HttpEnv>,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Response {
  return c.body(content, 200, {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
}
