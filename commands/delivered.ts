/** Options of commands that print a document, and the code that prints, writes or compares it. */

import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import type { Context } from "./context.ts";
import type { Outcome } from "./outcome.ts";
import { MAX_DOCUMENT_BYTES } from "./read_beside.ts";

/** The option values, as typed. */
interface OutputWords {
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
  readonly check?: boolean | undefined;
}

/** The option for the document's file. */
export const OUTPUT = "-o, --output <file>";
export const TO_FILE = "Write to <file>; - for stdout (default: stdout)";
export const REPLACE = "Replace <file> if it differs";

/** Creates the option `--check`. */
export function checkOption() {
  return new Option("--check", "Write nothing; exit code 1 if <file> is out of date")
    .conflicts("force");
}

/** Ends a command with a usage error, because `--check` needs a file. */
function missingOutput(command: CommandUnknownOpts): never {
  return command.error(`error: required option '--output <file>' missing`, {
    code: "commander.missingMandatoryOptionValue",
  });
}

/** The report of a command, and the document that it prints. */
export interface Exported {
  readonly command: CommandUnknownOpts;
  readonly result: Report;
  readonly text: string;
}

/** Prints the document, writes it to the file of `--output`, or compares it with that file. */
export async function delivered(
  { host, cwd }: Context,
  { command: typed, result, text }: Exported,
  { output = "-", force = false, check = false }: OutputWords,
): Promise<Outcome> {
  const isStdout = output === "-" || output === "/dev/stdout";
  if (check && isStdout) return missingOutput(typed);
  if (check) return await compared({ host, cwd }, { result, text }, output);
  if (isStdout) return { report: result, text: () => text.slice(0, -1), isProduct: true };
  const { command } = result;
  const name = quotable(output);
  const written = await host.writeOutput(resolve(cwd(), output), text, force);
  switch (written.kind) {
    case "written":
      return { report: { ...result, status: "applied", message: `Wrote ${name}` } };
    case "unchanged":
      return { report: { ...result, message: `Nothing to do: ${name} is the same` } };
    case "exists": {
      const hint = "--force replaces it";
      const diagnostics = [error("file-exists", `File '${name}' exists and differs.`, { hint })];
      return { report: report(command, "refused", { diagnostics }) };
    }
    case "failed": {
      const message = `Cannot write '${name}' (${written.reason}).`;
      const diagnostics = [error("write-failed", message)];
      return { report: report(command, "failed", { diagnostics }) };
    }
  }
}

/** Compares a file with the document. The outcome is a failure if they differ. */
async function compared(
  { host, cwd }: Pick<Context, "host" | "cwd">,
  { result, text }: Pick<Exported, "result" | "text">,
  output: string,
): Promise<Outcome> {
  const name = quotable(output);
  const wanted = new TextEncoder().encode(text);
  const read = await host.readFile(resolve(cwd(), output), MAX_DOCUMENT_BYTES);
  if (read.kind === "read" && isSame(read.bytes, wanted)) {
    return { report: { ...result, message: `Up to date: ${name}` } };
  }
  const message = read.kind === "read"
    ? `File '${name}' is out of date.`
    : `Cannot read '${name}' (${read.reason}).`;
  const diagnostics = [
    read.kind === "read"
      ? error("export-outdated", message, { hint: "--force in place of --check replaces it" })
      : error("file-unreadable", message),
  ];
  return { report: report(result.command, "failed", { diagnostics }) };
}

function isSame(bytes: Uint8Array, wanted: Uint8Array): boolean {
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
}
