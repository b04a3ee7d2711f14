/** What went wrong or is worth knowing, with a stable code for programs and a hint for people. */

/** How bad it is: with an error, nothing was done. */
export type Severity = "error" | "warning" | "info";

/**
 * The code of a diagnostic of the library. Programs match on it, so a code never changes its meaning.
 * The packages above add codes of their own.
 */
export type DiagnosticCode =
  | "spec-not-object"
  | "spec-routes-missing"
  | "spec-routes-empty"
  | "spec-route-name"
  | "spec-method"
  | "spec-subroute-name"
  | "spec-shape"
  | "spec-type-missing"
  | "spec-duplicate"
  | "spec-case"
  | "spec-limit"
  | "spec-unknown-key"
  | "json-syntax"
  | "file-unreadable"
  | "project-name"
  | "project-exists"
  | "project-inside"
  | "project-missing"
  | "path-outside"
  | "conflict-edited"
  | "conflict-changed"
  | "conflict-busy"
  | "route-exists"
  | "route-method"
  | "route-missing"
  | "route-incomplete"
  | "subroute-exists"
  | "tests-kept"
  | "endpoints-kept"
  | "files-kept"
  | "models-kept"
  | "type-invalid"
  | "mock-invalid"
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

/** A place in a file. */
export interface Location {
  /** The file, as people know it: from the project's root, or as typed. */
  readonly path: string;
  /** 1-based. */
  readonly line: number | null;
  /** 1-based, in UTF-16 code units. */
  readonly column: number | null;
  /** A JSON Pointer (RFC 6901) into the file, where the file is JSON. */
  readonly pointer: string | null;
}

/** Something that went wrong, or that is worth knowing. */
export interface Diagnostic<Code extends string = DiagnosticCode> {
  /** How bad it is. */
  readonly severity: Severity;
  /** What programs match on. */
  readonly code: Code;
  /** A whole sentence without a prefix such as `Error: `. */
  readonly message: string;
  /** The command or flag that helps, if one does. */
  readonly hint: string | null;
  /** The place that it is about, if it is about one. */
  readonly where: Location | null;
}

/** The parts of a diagnostic that most do without. */
export interface DiagnosticDetails {
  readonly hint?: string;
  readonly where?: Location;
}

/** Makes a diagnostic of severity `error`. */
export function error<Code extends string>(
  code: Code,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic<Code> {
  return diagnostic("error", code, message, details);
}

/** Makes a diagnostic of severity `warning`. */
export function warning<Code extends string>(
  code: Code,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic<Code> {
  return diagnostic("warning", code, message, details);
}

/** Makes a diagnostic of severity `info`. */
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

/** Whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic<string>[]): boolean {
  return diagnostics.some((each) => each.severity === "error");
}
