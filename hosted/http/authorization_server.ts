/** The authorization server, loaded by the first request that needs it: few do, and it is large. */

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

/** What the authorization server is made of. */
export interface ProviderWorld extends Omit<Hosted, "provider" | "rates" | "upstreams"> {
  readonly log: Log;
  /** Fetches what a stranger named; from public addresses alone, if left out. */
  readonly fetchPublic?: PublicFetch;
}

/** Makes the authorization server when it is asked for first. */
export function lateProvider(hosted: ProviderWorld): () => Promise<Provider> {
  // Should it fail: the database may be there the next time.
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

/** Before its first fetch it looks for what guards Node's; ours guards itself. */
async function fetchOnce({ Client }: Provider): Promise<void> {
  await Client.find("https://127.0.0.1/").catch(() => {});
}

/** The library warns of every runtime but Node's, on a stream where the log should stand alone. */
async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}
