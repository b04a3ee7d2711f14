/** The command that serves a spec without generating anything. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { usesColour } from "./emit.ts";
import { describe } from "./help.ts";
import type { Outcome } from "./outcome.ts";

/** Maximum delay of a response, in milliseconds. */
const MAX_DELAY_MS = 60_000;

/** Adds `layerwright mock`. */
export function addMock(program: CommandUnknownOpts, context: Context): void {
  const { host, cwd, finish } = context;
  const command = program.command("mock").helpGroup("Inspect:")
    .summary("Serve a spec, without Python")
    .argument(
      "[spec_file]",
      "Spec or OpenAPI document to serve; - for stdin (default: the project's own)",
    )
    .option("--port <port>", "Port; 0 for any free one (default: 8080)")
    .option("--host <address>", "Address to listen on (default: 127.0.0.1)")
    .option("--cors", "Let pages of any origin call the mock (default: of this computer)")
    .option("--delay <ms>", "Wait before each response")
    .option("--state", "Keep the changes that requests make")
    .option("--state-file <file>", "Keep the changes in <file>, even after the server stops")
    .action(
      async (file, options) => {
        const { port = "8080", host: address = "127.0.0.1", cors = false, delay = "0" } = options;
        const failed = (diagnostics: readonly Diagnostic[], source?: Outcome["source"]) =>
          finish({
            report: report("mock", "failed", { diagnostics }),
            ...(source !== undefined && { source }),
          });
        const { readPort } = await import("../http/address.ts");
        const wantedPort = readPort(port);
        if (typeof wantedPort !== "number") return failed([wantedPort]);
        const delayMs = readDelay(delay);
        if (typeof delayMs !== "number") return failed([delayMs]);
        const { readMockSource, serveMock } = await import("./serve_mock.ts");
        const source = await readMockSource(context, file);
        if (source.kind === "failure") return failed(source.diagnostics, source.source);
        host.mindInterruptions();
        const color = program.opts()["color"] !== false;
        const ended = await serveMock(source, {
          address,
          port: wantedPort,
          cors,
          delayMs,
          state: options.stateFile ?? options.state === true,
          host,
          cwd: cwd(),
          isQuiet: program.opts()["quiet"] === true,
          usesColour: usesColour(host.stderr, host, { color }),
        });
        if (typeof ended !== "number") return failed([ended]);
        finish({ report: report("mock", "unchanged"), exitCode: ended, isPrinted: true });
      },
    );
  describe(command, {
    purpose: "Serve a spec without Python. Responses are those of the generated app.",
    examples: [
      "layerwright mock shop.json",
      "layerwright mock",
      "layerwright mock shop.json --port 0 --cors",
      "layerwright mock shop.json --state-file state.json",
      "layerwright mock petstore.yaml",
    ],
  });
}

function readDelay(text: string): number | Diagnostic {
  const ms = Number(text);
  if (/^\d{1,5}$/.test(text) && ms <= MAX_DELAY_MS) return ms;
  const message = `Invalid delay '${quotable(text)}' (must be 0 to ${MAX_DELAY_MS} milliseconds).`;
  return error("usage-option", message);
}
