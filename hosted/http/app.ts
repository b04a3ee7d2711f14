/** The HTTP app of a hosted server: accounts, their keys and projects, and MCP. */

import type { Hono, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { minutePolicy } from "../accounts/limits.ts";
import { createRateLimit } from "../accounts/rate_limit.ts";
import type { LastUse } from "../accounts/last_use.ts";
import type { Usage } from "../accounts/usage.ts";
import type { UpstreamSettings } from "../accounts/upstream/upstream.ts";
import { VERSION } from "../../core/version.ts";
import { CALL_TIMEOUT_MS, type ToolServerOptions } from "../../mcp/call_tool.ts";
import { hostedTools } from "../tools/toolset.ts";
import { openHostedProjects } from "../projects/account_projects.ts";
import { addAccountRoutes } from "./account_routes.tsx";
import { addAppRoutes } from "./app_routes.tsx";
import { lateProvider, type ProviderWorld } from "./authorization_server.ts";
import { addAuditRoutes } from "./audit_routes.ts";
import { type App, type BaseOptions, createBaseApp, finishedApp } from "../../http/base_app.ts";
import { addConnectRoutes } from "./connect_routes.tsx";
import { addDashboardRoutes } from "./dashboard_routes.tsx";
import { addEntranceRoutes } from "./entrance_routes.tsx";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import type { Actor, Gate } from "../../http/gate.ts";
import { checkBearer, limitAccount, limitAccountBodies, limitClients } from "../../http/guards.ts";
import { actorOf, type Hosted } from "./hosted.ts";
import { accountGate } from "./gate.ts";
import { addKeyRoutes } from "./key_routes.tsx";
import { type Isolation, SMALL_PROJECT } from "./isolation/isolation.ts";
import { messageReader } from "./isolation/large_message.ts";
import { toolService } from "../../http/mcp_endpoint.ts";
import { addMcpRoutes, BODY_LIMIT } from "../../http/mcp_routes.ts";
import { addOAuthRoutes, metadataUrl } from "./oauth_routes.tsx";
import { addOverviewRoutes } from "./overview_routes.tsx";
import { addStyle } from "./pages.tsx";
import { addPeopleRoutes } from "./people_routes.tsx";
import { addPlaygroundRoutes } from "./playground_routes.tsx";
import { addPreviewRoutes, isPreview } from "./preview_routes.ts";
import { projectLinks } from "./project_links.ts";
import { addProjectRoutes } from "./project_routes.ts";
import { limitRate, tellStandings } from "../../http/rate_limit.ts";
import { readinessOf } from "./readiness.ts";
import { refuseInWords } from "../pages/refusal_page.tsx";
import { addUpstreamRoutes } from "./upstream_routes.tsx";
import { lateUpstream } from "./upstreams.ts";
import type { Watch } from "../../http/watch.ts";

/** Timeout of the database for `/ready`, in milliseconds. */
const READY_WITHIN_MS = 2_000;

/** The options of a hosted app. */
export interface HostedAppOptions extends BaseOptions, ProviderWorld {
  readonly usage: Usage;
  readonly lastUse: LastUse;
  /** Identity providers; none by default. */
  readonly upstreams?: readonly UpstreamSettings[];
  /** Runs large calls on other threads. By default, all calls run on the server's thread. */
  readonly isolation?: Isolation;
  /** The gate of the tools; by default, API keys and access tokens. */
  readonly gate?: Gate;
}

/** Creates the app of a hosted server. */
export function createHostedApp(options: HostedAppOptions): App {
  const isReady = readinessOf(options.database, READY_WITHIN_MS);
  const { app, watch } = createBaseApp(options, {
    refuse: refuseInWords,
    isReady,
    isPublic: isPreview,
  });
  addHostedRoutes(app, watch, options);
  return finishedApp(app, watch);
}

/** Adds all routes of a hosted server to an app. */
export function addHostedRoutes(
  app: Hono<HttpEnv>,
  watch: Watch,
  options: HostedAppOptions,
): void {
  const upstreams = (options.upstreams ?? []).map(lateUpstream);
  const rates = createRateLimit(options, minutePolicy(options.limits));
  const hosted: Hosted = { ...options, upstreams, provider: lateProvider(options), rates };
  app.use(keepPrivate, tellStandings, limitClients());
  const gate = options.gate ?? accountGate(hosted, options);
  const limit = limitAccount();
  const checkKey = every(
    checkBearer(gate, () => metadataUrl(hosted)),
    limit,
    limitRate(hosted),
  );
  app.get("/version", (c) => c.json({ name: "layerwright", version: VERSION }));
  addStyle(app);
  addOverviewRoutes(app, hosted);
  addPlaygroundRoutes(app, hosted);
  const toolServerFor = toolServers(hosted, watch, options);
  addDashboardRoutes(app, hosted, (account) => toolServerFor(account, null));
  addConnectRoutes(app, hosted);
  addEntranceRoutes(app, hosted);
  addUpstreamRoutes(app, hosted);
  addAccountRoutes(app, hosted);
  addKeyRoutes(app, hosted, gate);
  addAppRoutes(app, hosted);
  addPeopleRoutes(app, hosted);
  addAuditRoutes(app, hosted);
  addProjectRoutes(app, hosted, {
    checkKey,
    limit,
    toolServerFor: (account) => toolServerFor(account, null),
  });
  addPreviewRoutes(app, hosted, (account) => toolServerFor(account, null));
  addOAuthRoutes(app, hosted);
  app.get("/metrics", checkKey, (c) => {
    if (c.var.principal.isOperator) return watch.metrics.answer(c);
    return refuse(c, 403, "Only the owner's API keys can read this");
  });
  app.use("/mcp", checkKey, limitAccountBodies(BODY_LIMIT));
  addMcpRoutes(app, {
    ...toolService(({ principal, longMessage }) => toolServerFor(principal, longMessage)),
    spend: ({ id }) => options.usage.spend(id, options.time()),
    log: options.log,
    telemetry: options.telemetry ?? null,
    ...(options.isolation !== undefined && { readMessage: messageReader(options.isolation) }),
  });
}

/**
 * Returns a function that creates the options of an account's tool server. `longMessage` is a message
 * that is too long for the server's own thread, or `null`.
 */
function toolServers(hosted: Hosted, watch: Watch, options: HostedAppOptions) {
  const { database, isolation, log } = options;
  return (account: Actor, longMessage: string | null): ToolServerOptions => {
    const actor = actorOf(hosted, account);
    return {
      projects: openHostedProjects(database, actor),
      ...(isolation !== undefined && {
        run: isolation.runnerFor({
          account: account.id,
          smallProjects: openHostedProjects(database, actor, SMALL_PROJECT),
          message: longMessage,
          onEnded(reason, tool) {
            watch.metrics.ended(reason);
            log("warn", { ended: reason, tool });
          },
        }),
      }),
      readOnly: false,
      remote: hostedTools(projectLinks(hosted, account.id)),
      timeoutMs: CALL_TIMEOUT_MS,
      onBug: (trace, id) => log("error", { id, bug: trace }),
      onOutage: (reason) => log("error", { database: reason }),
    };
  };
}

/** Forbids caching by default, because nearly every answer is for one person only. */
const keepPrivate: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
};
