/** The diagnostics of accounts, with codes in addition to those of `core/`. */

import type { Diagnostic, DiagnosticCode } from "../../core/diagnostic.ts";

/** The codes that accounts add. A code never changes its meaning. */
export type AccountCode =
  | "account-email"
  | "account-password"
  | "account-code"
  | "account-owner"
  | "account-missing"
  | "account-busy"
  | "login-wrong"
  | "login-locked"
  | "identity-unknown"
  | "identity-taken"
  | "identity-missing"
  | "identity-last"
  | "invitation-missing"
  | "key-name"
  | "key-scopes"
  | "key-expiry"
  | "key-limit"
  | "key-missing"
  | "app-missing";

/** A diagnostic of accounts. */
export type AccountDiagnostic = Diagnostic<DiagnosticCode | AccountCode>;
