/** The diagnostics and reports of setup. They have codes in addition to those of `core/`. */

import type { Diagnostic, DiagnosticCode } from "../core/diagnostic.ts";
import type { Report } from "../core/report.ts";

/** The codes that setup adds. A code never changes its meaning. */
export type SetupCode =
  | "setup-client"
  | "setup-syntax"
  | "setup-changed"
  | "setup-foreign"
  | "setup-copy"
  | "setup-gone"
  | "setup-state"
  | "setup-unfit"
  | "setup-git"
  | "setup-open"
  | "setup-verify"
  | "setup-key"
  | "setup-login";

/** A diagnostic of setup. */
export type SetupDiagnostic = Diagnostic<DiagnosticCode | SetupCode>;

/** A report of setup. */
export type SetupReport = Report<unknown, DiagnosticCode | SetupCode>;
