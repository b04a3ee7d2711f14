/** The options that name a spec: `--spec` and `--json` are the same. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";

/** The option values, as typed. */
export interface SpecWords {
  readonly spec?: string | undefined;
  readonly json?: string | undefined;
}

/**
 * Returns the spec's path as typed, or `-` for stdin.
 *
 * @throws {UsageError} If neither option was given.
 */
export function requiredSpec(command: CommandUnknownOpts, { spec, json }: SpecWords): string {
  return spec ?? json ?? command.error("error: required option '--spec <spec_file>' missing", {
    code: "commander.missingMandatoryOptionValue",
  });
}
