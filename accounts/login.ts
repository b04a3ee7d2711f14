/** Logging in. Strangers hear the same, as fast, whether or not there is such an account. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { counted } from "../core/report.ts";
import { recordAudit } from "../storage/audit.ts";
import { first } from "../storage/database.ts";
import {
  type Account,
  type AccountWorld,
  type Credentials,
  holdAccount,
  type Role,
} from "./account.ts";
import { parseEmail } from "./email.ts";
import {
  type AttemptCounter,
  clearAttempts,
  clientCounter,
  countAttempt,
  emailCounter,
  uncountAttempt,
} from "./login_attempts.ts";
import { NO_PASSWORD } from "./make_account.ts";
import { PasswordsBusy, passwordsBusy } from "./password.ts";
import { type Session, startSession } from "./sessions.ts";
import type { Visit } from "./visit.ts";

export type LoginResult =
  | { readonly kind: "in"; readonly account: Account; readonly session: Session }
  | {
    readonly kind: "refused";
    readonly problem: Diagnostic;
    /** When another attempt is worth making; `null` if at once. */
    readonly retryAfterSeconds: number | null;
  };

type KeptAccount = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly password: string;
};

/** How long passwords that wait take at most. */
const BUSY_SECONDS = 5;

/** Logs somebody in, and starts a session. */
export async function login(
  world: AccountWorld,
  credentials: Credentials,
  visit: Visit,
): Promise<LoginResult> {
  const { database, passwords } = world;
  const email = parseEmail(credentials.email);
  const counters: Counters = {
    email: emailCounter(email ?? credentials.email),
    client: visit.client === null ? null : clientCounter(visit.client),
  };
  const seconds = await countIn(world, counters, visit.now);
  if (seconds !== null) return locked(seconds);
  const kept = email === null ? null : await first<KeptAccount>(
    database,
    "SELECT id, email, role, password FROM accounts WHERE email = $1",
    email,
  );
  try {
    // Whoever has no password takes as long to refuse.
    const hash = kept === null || kept.password === NO_PASSWORD ? null : kept.password;
    const matches = await passwords.matches(credentials.password, hash);
    return kept !== null && matches
      ? await letIn(world, kept, counters, visit)
      : await refuse(world, kept, email, visit);
  } catch (problem) {
    if (!(problem instanceof PasswordsBusy)) throw problem;
    await uncountAttempt(database, counters.email);
    if (counters.client !== null) await uncountAttempt(database, counters.client);
    return { kind: "refused", problem: passwordsBusy(), retryAfterSeconds: BUSY_SECONDS };
  }
}

interface Counters {
  readonly email: AttemptCounter;
  readonly client: AttemptCounter | null;
}

/** Counts one after the other: no transaction ever waits for two, so that none wait for each other. */
async function countIn(
  { database }: AccountWorld,
  { email, client }: Counters,
  now: number,
): Promise<number | null> {
  const seconds = client === null ? null : await countAttempt(database, client, now);
  return seconds ?? await countAttempt(database, email, now);
}

async function letIn(
  { database }: AccountWorld,
  { id, email, role }: KeptAccount,
  counters: Counters,
  { now, client }: Visit,
): Promise<LoginResult> {
  const session = await database.transaction(async (queries) => {
    if (!await holdAccount(queries, id)) return null;
    await clearAttempts(queries, counters.email);
    await recordAudit(queries, { at: now, accountId: id, event: "login", subject: email, client });
    return await startSession(queries, id, now);
  });
  if (session === null) return wrong();
  if (counters.client !== null) await uncountAttempt(database, counters.client);
  return { kind: "in", account: { id, email, role }, session };
}

/** @param email `null` if what was typed cannot be an address, and may be a password. */
async function refuse(
  { database }: AccountWorld,
  kept: KeptAccount | null,
  email: string | null,
  { now, client }: Visit,
): Promise<LoginResult> {
  const [accountId, subject] = [kept?.id ?? null, email ?? ""];
  await database.transaction((queries) =>
    recordAudit(queries, { at: now, accountId, event: "login-failed", subject, client })
  );
  return wrong();
}

function wrong(): LoginResult {
  const problem = error("login-wrong", "Wrong email address or password.");
  return { kind: "refused", problem, retryAfterSeconds: null };
}

function locked(seconds: number): LoginResult {
  return { kind: "refused", problem: lockedOut(seconds), retryAfterSeconds: seconds };
}

/** Tells whoever has to wait. */
export function lockedOut(seconds: number): Diagnostic {
  const wait = counted(Math.ceil(seconds / 60), "minute");
  return error("login-locked", `Too many attempts to log in; the next may be made in ${wait}.`);
}
