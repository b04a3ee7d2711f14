/** The page of what a server for a team answers, and of its limits. */

import { FEW_CHUNKS, SMALLEST_AVERAGE } from "../../../http/bounded_request.ts";
import { MOST_CONNECTIONS, MOST_UNANSWERED, SLOWEST_PACE } from "../../../http/connections.ts";
import { MOST_PER_ACCOUNT as DOWNLOADS_PER_ACCOUNT } from "../../../hosted/http/download_queue.ts";
import {
  MOST_BODY_BYTES,
  MOST_PER_ACCOUNT,
  MOST_PER_NETWORK,
  MOST_STRANGERS_PER_NETWORK,
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
  MOST_PER_ACCOUNT as PASSWORDS_PER_ACCOUNT,
  MOST_WAITING,
} from "../../../hosted/accounts/password_queue.ts";
import { heading, table } from "./markdown.ts";

const ADDRESSES: readonly (readonly [address: string, need: string, answer: string])[] = [
  ["POST /mcp", "a key or an access token", "the tools"],
  ["GET /projects", "a key", "the projects of the account"],
  [
    "GET /projects/<name>/archive",
    "a key or a signed link",
    "a project as `.tar.gz`; `?format=zip` for zip",
  ],
  [
    "GET /projects/<name>/changes/<id>/patch",
    "a key or a signed link",
    "one of its last 50 changes, 2 MiB of patches at most besides the newest",
  ],
  ["DELETE /projects/<name>", "a key with `tools:write`", "deletes it"],
  ["GET /api/keys", "a session", "the account's keys"],
  ["POST /api/keys", "a session", "makes a key, which is shown once"],
  ["DELETE /api/keys/<id>", "a session", "revokes a key, at once"],
  ["DELETE /api/keys/current", "the key itself", "revokes it"],
  ["GET /api/audit", "a session", "the audit log; the owner sees all of it"],
  ["GET /health", "nothing", "that the server lives"],
  ["GET /ready", "nothing", "that its database answers; else 503"],
  ["GET /version", "nothing", "which version it is"],
  ["GET /metrics", "a key of the owner's", "figures for Prometheus"],
];

/** What each lifetime is of. */
const LASTING: Readonly<Record<keyof typeof LIFETIMES, string>> = {
  session: `a session; an account has ${SESSIONS_LIMIT}, and another login ends the oldest`,
  key: "an API key, at most; the page offers 30, 90 or 365 days, or until it is revoked",
  signedLink: "a signed link",
  invitation: "an invitation; good once",
  ownerCode:
    "the owner's link, or until there is an owner; `layerwright-server --owner` prints another",
  lockOut:
    `the wait after ${LOGIN_LIMITS.perGuesser} wrong passwords for an address from one client, ` +
    `${LOGIN_LIMITS.perClient} from a client, or ${LOGIN_LIMITS.perEmail} for an address; ` +
    `also the time within which a client may ask ${AUTHORIZATION_LIMIT} times for consent`,
  registrations: `the time within which ${REGISTRATION_LIMIT} apps can register from one client`,
  newApp: "an app that registered, unless somebody connects it",
  idleApp: "an app that nobody is connected to any more",
  upstreamLogin: "the time to come back from logging in elsewhere",
  records: "the audit log: log-ins, keys, apps, people and changes",
};

export function hostedServerPage(): string {
  const lasting = Object.entries(LASTING) as [keyof typeof LIFETIMES, string][];
  return heading("Server for a team") + [
    "[Its variables](environment.md#a-server-for-a-team) are with the others. " +
    "[How to run one](../how-to/team-server.md) begins at the first start.\n",
    "## Addresses\n",
    "Keys and access tokens are sent as `Authorization: Bearer <key>`. A call without the scope that " +
    "it needs is answered 403, and the answer names the scope.\n",
    table(
      ["request", "needs", "answers"],
      ADDRESSES.map(([address, need, answer]) => [`\`${address}\``, need, answer]),
    ),
    'A new key is asked for with `{ "name": "CI", "scopes": ["tools:read"], ' +
    '"expires_in_days": 30 }`.\n',
    "## Limits\n",
    "[Variables](environment.md#a-server-for-a-team) set them. Whoever asks above a limit of calls is " +
    "answered 429, with `Retry-After`. Answers tell how the limits stand, as the " +
    "[draft of the IETF](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/) has " +
    'it: `RateLimit-Policy: "minute";q=600;w=60` and `RateLimit: "minute";r=573;t=41`; those to calls ' +
    'of tools also `"day"`. The limits hold across all servers of one Postgres. Signed links count by ' +
    "account.\n",
    "Each server also limits what goes on at once, and refuses more with `429` and `Retry-After: 1`: " +
    `${MOST_PER_NETWORK} requests of one network, of which ${MOST_STRANGERS_PER_NETWORK} without a ` +
    `key, and ${MOST_PER_ACCOUNT} requests of one account with all of its keys and apps, ` +
    `whose bodies may have ${MOST_BODY_BYTES / 1024 / 1024} MiB in all. A network ` +
    "is an address of IPv4 or a /64 of IPv6, and that of the client behind trusted proxies. One " +
    `network may hold a quarter of the ${MOST_CONNECTIONS.toLocaleString("en")} connections; a ` +
    "trusted proxy, all. A connection ends 10 seconds after it began to send a request's head, or 75 " +
    "seconds after the last answer. It also ends if it sends more than " +
    `${MOST_UNANSWERED} requests without waiting for answers, or if its client receives less than ` +
    `${SLOWEST_PACE / 1024} KiB a second after the first minute. A body of more than ` +
    `${FEW_CHUNKS.toLocaleString("en")} chunks is refused with \`413\` unless the others have ` +
    `${SMALLEST_AVERAGE} bytes on average.\n`,
    `An account may have ${DOWNLOADS_PER_ACCOUNT} archives and patches that wait, are made, or are ` +
    "being received. One at a time is made, and accounts take turns.\n",
    `It checks ${AT_ONCE} passwords at once, and ${MOST_WAITING} more can wait, with at most ` +
    `${PASSWORDS_PER_ACCOUNT} for one account. Networks take turns. When all places are taken, a new ` +
    "login takes that of the newest one from the network with the most.\n",
    "## How long things last\n",
    table(["how long", "what"], lasting.map(([name, what]) => [words(LIFETIMES[name]), what])),
  ].join("\n");
}

function words({ amount, unit }: Lifetime): string {
  return `${amount} ${amount === 1 ? unit.replace(/s$/, "") : unit}`;
}
