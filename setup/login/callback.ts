/** What the wizard answers the browser that comes back to it from logging in. */

/** A login that a browser is on its way to. */
export interface PendingLogin {
  /** The host and port that it comes back to. */
  readonly place: string;
  /** Where it logs in. */
  readonly address: string;
  /** What only this browser's way knows. */
  readonly state: string;
}

/** What a request to the wizard is. */
export interface Callback {
  readonly response: Response;
  /** `arrived`: with these parameters; `seen`: the last page; `other`: nothing that matters. */
  readonly event:
    | { readonly kind: "arrived"; readonly parameters: URLSearchParams }
    | { readonly kind: "seen" }
    | { readonly kind: "other" };
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Connection: "close",
};

/**
 * Answers a request.
 *
 * @example
 * ```ts
 * import { answerCallback } from "./callback.ts";
 * import { equal } from "node:assert/strict";
 *
 * const pending = {
 *   place: "127.0.0.1:49321",
 *   address: "https://layerwright.example.com/oauth/authorize?state=abc",
 *   state: "abc",
 * };
 * const login = new Request("http://127.0.0.1:49321/login");
 * equal(answerCallback(login, pending).response.headers.get("location"), pending.address);
 * const stranger = new Request("http://127.0.0.1:49321/callback?code=1&state=xyz");
 * equal(answerCallback(stranger, pending).event.kind, "other");
 * ```
 */
export function answerCallback(request: Request, pending: PendingLogin): Callback {
  const { host, pathname, searchParams: parameters } = new URL(request.url);
  // Pages of others reach this port by a name of their own (DNS rebinding).
  if (host !== pending.place || request.method !== "GET") return notFound();
  switch (pathname) {
    case "/login":
      return { response: redirect(pending.address), event: { kind: "other" } };
    case "/callback":
      if (parameters.get("state") !== pending.state) return notFound();
      // So that no code stays in the address, nor in the history.
      return { response: redirect("/done"), event: { kind: "arrived", parameters } };
    case "/done":
      return { response: page(200, "Go back to the terminal", DONE), event: { kind: "seen" } };
    default:
      return notFound();
  }
}

const DONE = "The setup goes on there. You can close this page.";

function notFound(): Callback {
  const response = page(404, "Nothing here", "This is no page of the login that goes on.");
  return { response, event: { kind: "other" } };
}

function redirect(address: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, Location: address } });
}

function page(status: number, title: string, text: string): Response {
  const html = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head>` +
    `<body><h1>${title}</h1><p>${text}</p></body></html>`;
  return new Response(html, { status, headers: HEADERS });
}
