/** The page about the addresses and limits of a hosted server. */

import { BASE_CHUNKS, MIN_AVERAGE_CHUNK_BYTES } from "../../../http/bounded_request.ts";
import {
  MAX_CONNECTIONS,
  MAX_UNANSWERED,
  MIN_BYTES_PER_SECOND,
} from "../../../http/connections.ts";
import { MAX_PAGES_PER_ACCOUNT, PAGES_AT_ONCE } from "../../../hosted/http/page_turns.tsx";
import { MAX_DOWNLOADS_PER_ACCOUNT } from "../../../hosted/http/project_downloads.ts";
import {
  MAX_BODY_BYTES,
  MAX_PER_ACCOUNT,
  MAX_PER_NETWORK,
  MAX_UNAUTHENTICATED_PER_NETWORK,
} from "../../../http/guards.ts";
import {
  AUTHORIZATION_LIMIT,
  type Lifetime,
  LIFETIMES,
  LOGIN_LIMITS,
  REGISTRATION_LIMIT,
  SESSIONS_LIMIT,
} from "../../../hosted/accounts/limits.ts";
import {
  AT_ONCE,
  MAX_PER_ACCOUNT as PASSWORDS_PER_ACCOUNT,
  MAX_WAITING,
} from "../../../hosted/accounts/password_queue.ts";
import { heading, table } from "./markdown.ts";

const ADDRESSES: readonly (readonly [address: string, need: string, result: string])[] = [
  ["POST /mcp", "a key or an access token", "calls the tools"],
  ["GET /projects", "a key", "lists the account's projects"],
  [
    "GET /projects/<name>/archive",
    "a key or a signed link",
    "downloads a project as `.tar.gz`, or with `?format=zip` as zip",
  ],
  [
    "GET /projects/<name>/openapi.json",
    "a key",
    "describes a project's code in OpenAPI 3.1",
  ],
  [
    "GET /projects/<name>/preview",
    "a key",
    "returns the addresses of the project's preview and of its docs page",
  ],
  [
    "DELETE /projects/<name>/preview",
    "a key with `tools:write`",
    "revokes all addresses of the project's previews",
  ],
  [
    "/previews/<token>/...",
    "the address",
    "returns the project's mocks, also to pages of any origin; `/-/docs` below it is a docs page",
  ],
  [
    "GET /projects/<name>/changes/<id>/patch",
    "a key or a signed link",
    "downloads a change as a patch; a project keeps the patches of its last 50 changes, up to 2 MiB " +
    "besides the newest",
  ],
  ["DELETE /projects/<name>", "a key with `tools:write`", "deletes a project"],
  ["GET /api/keys", "a session", "lists the account's keys"],
  ["POST /api/keys", "a session", "creates a key, and returns it this one time"],
  ["DELETE /api/keys/<id>", "a session", "revokes a key immediately"],
  ["DELETE /api/keys/current", "the key itself", "revokes the key"],
  [
    "GET /api/audit",
    "a session",
    "returns the audit log: the account's entries, or all entries for the owner",
  ],
  ["GET /health", "nothing", "checks that the server runs"],
  ["GET /ready", "nothing", "checks the database; 503 if it does not respond"],
  ["GET /version", "nothing", "returns the version"],
  ["GET /metrics", "a key of the owner", "returns metrics for Prometheus"],
];

/** The meaning of each lifetime. */
const LASTING: Readonly<Record<keyof typeof LIFETIMES, string>> = {
  session:
    `a session; an account has at most ${SESSIONS_LIMIT}, and a further login ends the oldest`,
  key: "at most, an API key with an expiry date; the page offers 30, 90 or 365 days, or no expiry",
  signedLink: "a signed link",
  preview: "the address of a project's preview",
  invitation: "an invitation; it works once",
  ownerCode:
    "the owner's link, until there is an owner; `layerwright-server --owner` prints a new one",
  resetCode: "the link with which the owner sets a new password, until a new one or its use; " +
    "`layerwright-server --owner` prints it if there is an owner",
  lockOut:
    `the wait after ${LOGIN_LIMITS.perGuesser} wrong passwords for an email address from one ` +
    `network, ${LOGIN_LIMITS.perClient} from a network, or ${LOGIN_LIMITS.perEmail} for an email ` +
    `address; also the window in which a network may send ${AUTHORIZATION_LIMIT} authorization ` +
    "requests",
  registrations: `the window in which ${REGISTRATION_LIMIT} apps can register from one network`,
  newApp: "a registered app that no one has connected",
  idleApp: "an app that is no longer connected to any account",
  upstreamLogin: "a login at an identity provider, until you return",
  sealed: "at most, a new API key or invitation link on its page, and a form that was sent after " +
    "its session had ended; the browser keeps them, encrypted",
  records: "entries of the audit log: logins, keys, apps, people and changes",
};

/** Returns the page as Markdown. */
export function hostedServerPage(): string {
  const lasting = Object.entries(LASTING) as [keyof typeof LIFETIMES, string][];
  return heading("Server for a team") + [
    "[Run a server for a team](../how-to/team-server.md) explains how to start such a server. " +
    "[Environment variables](environment.md#a-server-for-a-team) lists the settings.\n",
    "## Addresses\n",
    "Send keys and access tokens as `Authorization: Bearer <key>`. If a request lacks a scope, the " +
    "server responds with 403 and names the scope.\n",
    table(
      ["request", "needs", "result"],
      ADDRESSES.map(([address, need, result]) => [`\`${address}\``, need, result]),
    ),
    'To create a key, send `{ "name": "CI", "scopes": ["tools:read"], "expires_in_days": 30 }`.\n',
    "## Limits\n",
    "### Requests and calls\n",
    "[Variables](environment.md#a-server-for-a-team) set the limits of an account. All servers " +
    "on one Postgres share them. Requests over a rate limit get `429` with `Retry-After`. " +
    "Responses report the limits as the " +
    "[IETF draft](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/) defines: " +
    '`RateLimit-Policy: "minute";q=600;w=60` and `RateLimit: "minute";r=573;t=41`. Responses to tool ' +
    'calls also report `"day"`. Requests with a signed link share one limit per account.\n',
    "### Concurrent requests\n",
    "Each server limits concurrent requests. Requests over these limits get `429` with " +
    "`Retry-After: 1`:\n",
    table(["limit", "value"], [
      ["requests from one network", String(MAX_PER_NETWORK)],
      [
        "of these, to other paths than `/mcp`, `/metrics` and `/projects`",
        String(MAX_UNAUTHENTICATED_PER_NETWORK),
      ],
      ["requests of one account, with all its keys and apps", String(MAX_PER_ACCOUNT)],
      ["total size of their bodies", `${MAX_BODY_BYTES / 1024 / 1024} MiB`],
      ["pages and forms of one account", String(MAX_PAGES_PER_ACCOUNT)],
      ["downloads of one account", String(MAX_DOWNLOADS_PER_ACCOUNT)],
    ]),
    "A network is an IPv4 address or an IPv6 /64. Behind trusted proxies, it is the client's network. " +
    "A page or a download counts until the client has received it. Each server prepares " +
    `${PAGES_AT_ONCE} pages of an account at a time, and one download. Accounts take turns.\n`,
    "### Connections\n",
    `A server accepts ${
      MAX_CONNECTIONS.toLocaleString("en")
    } connections. One network may hold a ` +
    "quarter of them, and a trusted proxy all of them. The server closes a connection:\n",
    [
      "- 10 seconds after a request's head began, if the head is incomplete",
      "- 75 seconds after the last response, if there is no new request",
      `- if the client sends more than ${MAX_UNANSWERED} requests without waiting for responses`,
      `- if the client receives less than ${
        MIN_BYTES_PER_SECOND / 1024
      } KiB a second after the first minute`,
    ].join("\n") + "\n",
    `A body may have ${
      BASE_CHUNKS.toLocaleString("en")
    } chunks of any size. Further chunks must have ` +
    `${MIN_AVERAGE_CHUNK_BYTES} bytes on average, or the server responds with \`413\`.\n`,
    "### Password checks\n",
    `A server checks ${AT_ONCE} passwords at once, and ${MAX_WAITING} more can wait. One account ` +
    `can have ${PASSWORDS_PER_ACCOUNT} of these checks. Networks take turns. If the queue is full, a ` +
    "new login replaces the newest login from the network with the most logins.\n",
    "## How long things last\n",
    table(["lifetime", "of"], lasting.map(([name, what]) => [words(LIFETIMES[name]), what])),
  ].join("\n");
}

function words({ amount, unit }: Lifetime): string {
  return `${amount} ${amount === 1 ? unit.replace(/s$/, "") : unit}`;
}
