/** Logs people in with their identities, and lets invited people create accounts with an identity. */

import { error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import { type Account, lockAccount, type Role } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { parseEmail } from "./email.ts";
import { addIdentity } from "./identities.ts";
import { findInvitation } from "./invitations.ts";
import { codeProblem, makeAccount, NO_PASSWORD, otherEmail } from "./make_account.ts";
import { type Session, startSession } from "./sessions.ts";
import type { Identity, UpstreamPerson } from "./upstream/upstream.ts";
import type { Visit } from "./visit.ts";

export type IdentityLoginResult =
  | { readonly kind: "in"; readonly account: Account; readonly session: Session }
  | { readonly kind: "refused"; readonly problem: AccountDiagnostic };

type AccountRow = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
};

/** Logs in the account that an identity is linked to. Never creates an account. */
export async function loginByIdentity(
  database: Database,
  identity: Identity,
  visit: Visit,
): Promise<IdentityLoginResult> {
  const result = await database.transaction((queries) =>
    logInLinkedAccount(queries, identity, visit)
  );
  return result ?? refused(error("identity-unknown", "No account is linked to this identity.", {
    hint: "Log in with your password and link the identity on your account page",
  }));
}

/**
 * Creates an account from a link's code. Each code works only once. If the identity already has an
 * account, logs in to that account and leaves the code unused.
 *
 * @param code The code in an invitation link or in the owner's link.
 */
export async function acceptByIdentity(
  database: Database,
  code: string,
  person: UpstreamPerson,
  visit: Visit,
): Promise<IdentityLoginResult> {
  const known = await database.transaction((queries) => logInLinkedAccount(queries, person, visit));
  if (known !== null) return known;
  const open = await findInvitation(database, code, visit.now);
  if (open === null) return refused(codeProblem());
  const emails = (await person.emails()).map(parseEmail).filter((email) => email !== null);
  const email = emails.find((each) => open.email === null || each === open.email);
  if (email === undefined) return refused(emails.length === 0 ? noEmail() : otherEmail());
  try {
    return await database.transaction((queries) =>
      createAccount(queries, code, { email, identity: person }, visit)
    );
  } catch (problem) {
    // A concurrent request has linked the identity to another account.
    if (problem instanceof IdentityTaken) return await loginByIdentity(database, person, visit);
    throw problem;
  }
}

async function createAccount(
  queries: Queries,
  code: string,
  { email, identity }: { readonly email: string; readonly identity: Identity },
  visit: Visit,
): Promise<IdentityLoginResult> {
  const account = await makeAccount(queries, code, { email, password: NO_PASSWORD }, visit);
  if (account === null) return refused(codeProblem());
  if (!await addIdentity(queries, account.id, identity, visit)) throw new IdentityTaken();
  return { kind: "in", account, session: await startSession(queries, account.id, visit.now) };
}

/** Thrown to roll back the creation of an account, because another account is linked to the identity. */
class IdentityTaken extends Error {
  override readonly name = "IdentityTaken";
}

/** @returns `null` if no account is linked to the identity. */
async function logInLinkedAccount(
  queries: Queries,
  { issuer, subject }: Identity,
  { now, client }: Visit,
): Promise<IdentityLoginResult | null> {
  const account = await first<AccountRow>(
    queries,
    `SELECT accounts.id AS id, email, role FROM identities
     JOIN accounts ON accounts.id = identities.account_id
     WHERE issuer = $1 AND subject = $2`,
    issuer,
    subject,
  );
  if (account === null || !await lockAccount(queries, account.id)) return null;
  const { id, email, role } = account;
  const event = "identity-login";
  await recordAudit(queries, { at: now, accountId: id, event, subject: email, client });
  const session = await startSession(queries, id, now);
  return { kind: "in", account: { id, email, role }, session };
}

function refused(problem: AccountDiagnostic): IdentityLoginResult {
  return { kind: "refused", problem };
}

function noEmail(): AccountDiagnostic {
  return error("account-email", "This identity has no verified email address.", {
    hint: "Create the account with a password, then link the identity",
  });
}
