/** What people typed into a form whose session ended, until they have logged in again. */

import type { Context } from "hono";
import type { Account } from "../accounts/account.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { forgetSealed, keepSealed, sealedIn } from "./sealed_cookies.ts";

/** The kept fields of a form. None of them is a secret. */
export type Typed = Readonly<Record<string, string>>;

/** The name of the field with the account for whom a page was made. */
export const ACCOUNT_FIELD = "form_account";

interface KeptForm {
  /** The path that the form is sent to. */
  readonly action: string;
  /** The email address of the account for whom the form was made. */
  readonly email: string;
  readonly typed: Typed;
}

/** Keeps the fields of a form in the browser. */
export function keepTyped(
  c: Context<HttpEnv>,
  hosted: Hosted,
  binding: string,
  form: KeptForm,
): void {
  keepSealed(c, hosted, binding, "typed", JSON.stringify(form));
}

/** Hands the kept form of a browser to a session that starts in it. */
export function passTyped(
  c: Context<HttpEnv>,
  hosted: Hosted,
  binding: string,
  session: string,
): void {
  const kept = sealedIn(c, hosted, binding, "typed");
  if (kept !== null) keepSealed(c, hosted, session, "typed", kept);
}

/** Returns the kept fields of a form, unless they were typed for another account. */
export function typedIn(
  c: Context<HttpEnv>,
  hosted: Hosted,
  binding: string,
  { action, email }: { readonly action: string } & Pick<Account, "email">,
): Typed {
  const kept = sealedIn(c, hosted, binding, "typed");
  if (kept === null) return {};
  const form: KeptForm = JSON.parse(kept);
  return form.action === action && form.email === email ? form.typed : {};
}

/** Deletes the kept form. */
export function forgetTyped(c: Context<HttpEnv>, hosted: Hosted): void {
  forgetSealed(c, hosted, "typed");
}
