/** Creates accounts from invitation links and from the owner's link. */

import type { Account, AccountWorld, Credentials } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { emailProblem, parseEmail } from "./email.ts";
import { findInvitation } from "./invitations.ts";
import { codeProblem, makeAccount, otherEmail } from "./make_account.ts";
import { passwordProblem } from "./password.ts";
import { PasswordsBusy, passwordsBusy } from "./password_queue.ts";
import type { Visit } from "./visit.ts";

export type AcceptResult =
  | { readonly kind: "made"; readonly account: Account }
  | { readonly kind: "refused"; readonly problems: readonly AccountDiagnostic[] };

/**
 * Creates an account from a link's code. Each code works only once.
 *
 * @param code The code in an invitation link or in the owner's link.
 */
export async function acceptInvitation(
  { database, passwords }: AccountWorld,
  code: string,
  credentials: Credentials,
  visit: Visit,
): Promise<AcceptResult> {
  const open = await findInvitation(database, code, visit.now);
  if (open === null) return refused(codeProblem());
  const email = parseEmail(credentials.email);
  const problems = [
    email === null
      ? emailProblem(credentials.email)
      : open.email !== null && open.email !== email
      ? otherEmail()
      : null,
    passwordProblem(credentials.password, email ?? credentials.email),
  ].filter((problem) => problem !== null);
  if (email === null || problems.length > 0) return refused(...problems);
  try {
    // Hashes are queued per code, not per address: an open invitation accepts any address, so one person
    // could otherwise take many places in the queue.
    const password = await passwords.hash(credentials.password, { account: code, ...visit });
    const account = await database.transaction((queries) =>
      makeAccount(queries, code, { email, password }, visit)
    );
    return account === null ? refused(codeProblem()) : { kind: "made", account };
  } catch (problem) {
    if (problem instanceof PasswordsBusy) return refused(passwordsBusy());
    throw problem;
  }
}

function refused(...problems: readonly AccountDiagnostic[]): AcceptResult {
  return { kind: "refused", problems };
}
