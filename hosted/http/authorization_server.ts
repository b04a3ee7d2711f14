/** Loads the authorization server, which is large, when the first request needs it. */

// @ts-types="@types/oidc-provider"
import type { Provider } from "oidc-provider";
import { countAttempt, documentCounter } from "../accounts/login_attempts.ts";
import { findSession } from "../accounts/sessions.ts";
import { DatabaseError } from "../storage/database.ts";
import { type Hosted, resourceOf } from "./hosted.ts";
import { late } from "./late.ts";
import type { Log } from "../../http/log.ts";
import { fetchPublic, type PublicFetch } from "./public_fetch.ts";
import { sessionIn } from "./visitors.ts";

/** The parts of the server that the authorization server uses. */
export interface ProviderWorld extends Omit<Hosted, "provider" | "rates" | "upstreams"> {
  readonly log: Log;
  /** Fetches a URL that a client named; by default, only from public addresses. */
  readonly fetchPublic?: PublicFetch;
}

/** Creates the authorization server at its first use. */
export function lateProvider(hosted: ProviderWorld): () => Promise<Provider> {
  // After a failure, the next use tries again, because the database may be back by then.
  return late(() => makeProvider(hosted));
}

async function makeProvider(hosted: ProviderWorld): Promise<Provider> {
  const { createProvider, TooManyFetches } = await quietly(() => import("../oauth/provider.ts"));
  const { signingKeys } = await import("../oauth/signing_keys.ts");
  const { database, secret, origin, time, log } = hosted;
  const provider = createProvider({
    database,
    secret,
    issuer: origin(),
    resource: resourceOf(hosted),
    jwks: { keys: [...await signingKeys(database, time())] },
    time,
    async fetchPublic(url, init, client) {
      const counter = client === null ? null : documentCounter(client);
      const seconds = counter === null ? null : await countAttempt(database, counter, time());
      if (seconds !== null) throw new TooManyFetches(seconds);
      return await (hosted.fetchPublic ?? fetchPublic)(url, init);
    },
    onBug(problem) {
      const { stack, message } = problem;
      const isOutage = problem instanceof DatabaseError;
      log("error", isOutage ? { database: message } : { bug: stack ?? message });
    },
    async accountOf(cookies) {
      const session = sessionIn(cookies, hosted);
      const account = session === null ? null : await findSession(database, session, time());
      return account?.id ?? null;
    },
  });
  await quietly(() => fetchOnce(provider));
  return provider;
}

/**
 * Triggers the library's first fetch while warnings are silenced. Before its first fetch, the library warns
 * about Node's `fetch`, which the server does not use: `fetchPublic` has its own guard.
 */
async function fetchOnce({ Client }: Provider): Promise<void> {
  await Client.find("https://127.0.0.1/").catch(() => {});
}

/** Silences the library's warning that the runtime is not Node. The warning would appear in the log. */
async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}
