/** Answers with pages. */

import type { Context, Hono } from "hono";
import { html } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { PAGE_HEADERS } from "../pages/page_headers.ts";
import { STYLE } from "../pages/style.ts";
import type { HttpEnv } from "../../http/exchange.ts";

export type PageStatus = 200 | 201 | 400 | 403 | 404 | 410 | 422 | 429 | 500 | 503;

/** Answers with a page that must not be cached. */
export function answerPage(
  c: Context<HttpEnv>,
  page: JSX.Element,
  status: PageStatus = 200,
  headers: Record<string, string> = {},
): Response | Promise<Response> {
  return c.html(html`<!DOCTYPE html>${page}`, status, {
    ...PAGE_HEADERS,
    "Cache-Control": "no-store",
    ...headers,
  });
}

/** Adds the style sheet to an app. */
export function addStyle(app: Hono<HttpEnv>): void {
  app.get("/style.css", (c) =>
    c.body(STYLE, 200, {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    }));
}
