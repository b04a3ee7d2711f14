/** The output of `library_program.ts` without permissions. */
export const LIBRARY_OUTPUT = [
  "validate: unchanged",
  "generate api: planned",
  "generate api: applied",
  "generate route: applied",
  "generate subroute: applied",
  "generate api: failed",
  "analyze: unchanged",
  "info: unchanged",
  "check: unchanged",
  "true",
  "true Cannot read 'api' (Is a directory)",
  "WorkspaceError",
  "",
].join("\n");
