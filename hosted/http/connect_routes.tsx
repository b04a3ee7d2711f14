/** The page that explains how to connect each agent. */

import type { Hono } from "hono";
import { ConnectPage } from "../pages/connect.tsx";
import { COPY_SCRIPT } from "../pages/copy_script.ts";
import { SCRIPTED_PAGE_HEADERS } from "../pages/page_headers.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountPage } from "./forms.tsx";
import { type Hosted, resourceOf } from "./hosted.ts";
import { late } from "./late.ts";
import { answerPage } from "./pages.tsx";

const SCRIPT = "/copy.js";

/** Adds the page and its optional script to an app. */
export function addConnectRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  // Loaded late, because the table of agents is large and would slow down the start.
  const guide = late(async () => {
    const { guideTo, KEY_PLACEHOLDER: placeholder } = await import("../../setup/guide.ts");
    const { KEY_VARIABLE: variable } = await import("../../setup/options.ts");
    return { clients: guideTo(resourceOf(hosted)), placeholder, variable };
  });
  addAccountPage(app, "/connect", hosted, async (c, { visitor }) => {
    const mcpUrl = resourceOf(hosted);
    const page = <ConnectPage {...{ visitor, mcpUrl, script: SCRIPT, ...await guide() }} />;
    return answerPage(c, page, 200, SCRIPTED_PAGE_HEADERS);
  });
  app.get(SCRIPT, (c) =>
    c.body(COPY_SCRIPT, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    }));
}
