/** Errors, warnings and notes, with stable codes for programs and hints for people. */

/** The severity of a diagnostic. A command that reports an error has changed nothing. */
export type Severity = "error" | "warning" | "info";

/**
 * The code of a diagnostic of the library. Programs match on it, so a code never changes its meaning. Setup
 * and hosted accounts add codes of their own.
 */
export type DiagnosticCode =
  | "spec-not-object"
  | "spec-openapi"
  | "spec-routes-missing"
  | "spec-routes-empty"
  | "spec-route-name"
  | "spec-method"
  | "spec-methods"
  | "spec-status"
  | "spec-body"
  | "spec-query"
  | "spec-headers"
  | "spec-list"
  | "spec-list-field"
  | "spec-constraint"
  | "spec-path"
  | "spec-resource"
  | "spec-resource-id"
  | "spec-subroute-name"
  | "spec-shape"
  | "spec-type-missing"
  | "spec-duplicate"
  | "spec-case"
  | "spec-limit"
  | "spec-unknown-key"
  | "spec-renamed"
  | "spec-has-removed"
  | "spec-left"
  | "project-dependency"
  | "spec-missing"
  | "json-syntax"
  | "file-unreadable"
  | "file-exists"
  | "project-name"
  | "project-exists"
  | "project-unrecorded"
  | "project-newer"
  | "project-recorded"
  | "project-unlike"
  | "definition-kept"
  | "definition-used"
  | "handler-methods"
  | "rename-taken"
  | "rename-unclear"
  | "rename-link"
  | "rename-left"
  | "rename-suggested"
  | "project-inside"
  | "project-missing"
  | "path-outside"
  | "conflict-edited"
  | "conflict-handler"
  | "conflict-path"
  | "conflict-record"
  | "conflict-changed"
  | "conflict-busy"
  | "plan-contradicted"
  | "plan-differs"
  | "plan-invalid"
  | "plan-undone"
  | "plan-version"
  | "state-invalid"
  | "route-exists"
  | "route-method"
  | "route-missing"
  | "route-incomplete"
  | "subroute-exists"
  | "handler-conventions"
  | "route-open"
  | "mounting-unclear"
  | "mounting-missing"
  | "endpoint-unknown"
  | "tests-kept"
  | "export-empty"
  | "export-outdated"
  | "import-invalid"
  | "import-empty"
  | "import-incomplete"
  | "import-servers"
  | "import-dropped"
  | "files-kept"
  | "handler-location"
  | "models-kept"
  | "type-invalid"
  | "query-invalid"
  | "headers-invalid"
  | "list-invalid"
  | "errors-invalid"
  | "body-invalid"
  | "example-invalid"
  | "mock-invalid"
  | "history-absent"
  | "history-creation"
  | "history-link"
  | "history-unkept"
  | "history-unknown"
  | "python-syntax"
  | "python-unclear"
  | "write-failed"
  | "quota-projects"
  | "quota-bytes"
  | "quota-files"
  | "call-limit"
  | "call-busy"
  | "files-stored"
  | "files-invalid"
  | "run-recovered"
  | "run-interrupted"
  | "server-exposed"
  | "server-failed"
  | "release-unknown"
  | "usage-command"
  | "usage-option"
  | "usage-argument"
  | "usage-no-terminal"
  | "interrupted"
  | "database-unavailable"
  | "internal";

/** A position in a file. */
export interface Location {
  /** The file, relative to the project's root or as typed. */
  readonly path: string;
  /** 1-based. */
  readonly line: number | null;
  /** 1-based, in UTF-16 code units. */
  readonly column: number | null;
  /** A JSON Pointer (RFC 6901) into the file if it is JSON. */
  readonly pointer: string | null;
}

/** An error, a warning or a note. */
export interface Diagnostic<Code extends string = DiagnosticCode> {
  /** The severity. */
  readonly severity: Severity;
  /** The code that programs match on. */
  readonly code: Code;
  /** A whole sentence without a prefix such as `Error: `. */
  readonly message: string;
  /** The next step, such as a command or a flag; `null` without a hint. */
  readonly hint: string | null;
  /** The position that the diagnostic is about; `null` without one. */
  readonly where: Location | null;
}

/** The optional parts of a diagnostic. */
export interface DiagnosticDetails {
  readonly hint?: string;
  readonly where?: Location;
}

/** Creates a diagnostic of severity `error`. */
export function error<Code extends string>(
  code: Code,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic<Code> {
  return diagnostic("error", code, message, details);
}

/** Creates a diagnostic of severity `warning`. */
export function warning<Code extends string>(
  code: Code,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic<Code> {
  return diagnostic("warning", code, message, details);
}

/** Creates a diagnostic of severity `info`. */
export function info<Code extends string>(
  code: Code,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic<Code> {
  return diagnostic("info", code, message, details);
}

function diagnostic<Code extends string>(
  severity: Severity,
  code: Code,
  message: string,
  { hint, where }: DiagnosticDetails,
): Diagnostic<Code> {
  return { severity, code, message, hint: hint ?? null, where: where ?? null };
}

/** Reports whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic<string>[]): boolean {
  return diagnostics.some((each) => each.severity === "error");
}
