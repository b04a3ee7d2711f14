/** The commands that start a tool server for coding agents: `serve` and `mcp`. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { resolve } from "node:path";
import type { Diagnostic } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { usesColour } from "./emit.ts";
import { describe } from "./help.ts";
import type { Outcome } from "./outcome.ts";

const GROUP = "Connect:";

/** Adds `layerwright serve`. */
export function addServe(program: CommandUnknownOpts, { host, cwd, finish }: Context): void {
  const command = program.command("serve").helpGroup(GROUP)
    .summary("Tool server over HTTP")
    .option("--host <address>", "Address to listen on (default: 127.0.0.1)")
    .option("--port <port>", "Port; 0 for any free one (default: 8000)")
    .option("--root <dir>", "Folder that contains the projects (default: .)")
    .option("--read-only", "Offer only the tools that read")
    .option("--no-auth", "Require no API key; on loopback addresses only")
    .action(async (options) => {
      const { serveLocally } = await import("./late_agents.ts");
      host.mindInterruptions();
      const { stderr } = host;
      const color = program.opts()["color"] !== false;
      const ended = await serveLocally(host.env, cwd(), options, {
        isTerminal: stderr.isTerminal,
        usesColour: usesColour(stderr, host, { color }),
        write: stderr.write,
      });
      finish(typeof ended === "number" ? stopped("serve", ended) : failed("serve", ended));
    });
  describe(command, {
    purpose: "Serve the tools to coding agents over HTTP, protected by an API key.",
    examples: ["layerwright serve", "layerwright serve --root ~/code --port 8001 --read-only"],
  });
}

/** Adds `layerwright mcp`. */
export function addMcp(program: CommandUnknownOpts, { host, cwd, finish }: Context): void {
  const command = program.command("mcp").helpGroup(GROUP)
    .summary("Tool server over stdio")
    .option("--root <dir>", "Folder that contains the projects (default: .)")
    .option("--read-only", "Offer only the tools that read")
    .action(async (options) => {
      const { serveOverStdio } = await import("./late_agents.ts");
      host.mindInterruptions();
      const { env, stderr } = host;
      const root = resolve(cwd(), options.root ?? (env("LAYERWRIGHT_ROOT") || "."));
      const readOnly = options.readOnly ?? false;
      if (host.canAsk) stderr.write("Waiting for a coding agent's requests; Ctrl-C stops\n");
      const ended = await serveOverStdio({ root, readOnly, env, write: stderr.write });
      finish(typeof ended === "number" ? stopped("mcp", ended) : failed("mcp", ended));
    });
  describe(command, {
    purpose: "Serve the tools over stdio. A coding agent starts this command itself.",
    examples: ["layerwright mcp", "layerwright mcp --root ~/code --read-only"],
  });
}

function stopped(command: string, exitCode: number): Outcome {
  return { report: report(command, "unchanged"), exitCode, isPrinted: true };
}

function failed(command: string, problem: Diagnostic): Outcome {
  return { report: report(command, "failed", { diagnostics: [problem] }) };
}
