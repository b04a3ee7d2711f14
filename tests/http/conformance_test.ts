/** The protocol's official conformance suite, run against the real app. */

import { deepEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApp } from "../../http/app.ts";
import { keyGate } from "../../http/gate.ts";
import { type McpService, toolService } from "../../http/mcp_endpoint.ts";
import { type CliResult, runToEnd } from "../commands/run_cli.ts";
import { npmProgram } from "../tools/npm_program.ts";
import { IS_FULL_TIER, testInFullTier } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { createFixtureServer } from "./conformance_fixtures.ts";
import { projectsIn } from "./tested_app.ts";

const SUITE = {
  package: "@modelcontextprotocol/conformance@0.2.0-alpha.12",
  bin: "conformance",
  node: [22, 0],
} as const;

const BASELINE = fileURLToPath(
  new URL("../testdata/conformance/baseline-2025-11-25.yml", import.meta.url),
);

const KEY = "conformance-suite-key";

/**
 * Serves an app, and runs a test with its address.
 *
 * The suite cannot send a key, so this function adds the key to every request.
 *
 * @param service Creates the service to test, which reports internal errors to `onBug`.
 */
async function withApp<T>(
  service: (onBug: (trace: string) => void) => McpService,
  test: (url: string) => Promise<T>,
): Promise<T> {
  const bugs: string[] = [];
  const app = createApp({
    gate: keyGate(KEY),
    ...service((trace) => bugs.push(trace)),
    allowedHosts: ["localhost", "127.0.0.1", "[::1]"],
    clientAddress: null,
    log: (level, facts) => level === "error" && bugs.push(JSON.stringify(facts)),
    now: () => performance.now(),
  });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url, method, headers, body }, { remoteAddr }) => {
      const withKey = new Headers([...headers, ["authorization", `Bearer ${KEY}`]]);
      return app.fetch(new Request(url, { method, headers: withKey, body }), remoteAddr.hostname);
    },
  );
  const result = await test(`http://127.0.0.1:${server.addr.port}/mcp`);
  deepEqual(bugs, []);
  return result;
}

/** Runs the suite in a temporary folder. */
async function runSuite(
  url: string,
  folder: string,
  ...args: readonly string[]
): Promise<CliResult> {
  const { program, path } = await npmProgram(SUITE);
  const words = [program, "server", "--url", url, "-o", folder, ...args];
  return await runToEnd(words, { cwd: folder, env: { PATH: path, HOME: folder, NO_COLOR: "1" } });
}

/** The suite's results for one revision of the protocol. */
interface Outcome {
  /** Scenarios with passed checks and no failed ones. */
  readonly passed: readonly string[];
  /** Scenarios that failed as the baseline expects. */
  readonly excused: readonly string[];
}

/** Parses the suite's summary, without scenarios that it does not score. */
function outcomeOf(stdout: string): Outcome {
  const summary = stdout.slice(stdout.indexOf("=== SUMMARY ==="));
  const names = (line: RegExp) => [...summary.matchAll(line)].map(([, name = ""]) => name);
  const unscored = new Set(names(/^ {2}[✓✗] (\S+) \(\w+\)$/gm));
  const passed = names(/^✓ (\S+): [1-9]\d* passed, 0 failed$/gm);
  return {
    passed: passed.filter((name) => !unscored.has(name)),
    excused: names(/^ {2}~ (\S+)$/gm),
  };
}

interface Revision {
  readonly name: string;
  readonly args: readonly string[];
  readonly passed: number;
  readonly excused: readonly string[];
}

const REVISIONS: readonly Revision[] = [
  { name: "2026-07-28", args: [], passed: 37, excused: [] },
  {
    name: "2025-11-25",
    args: ["--expected-failures", BASELINE],
    passed: 25,
    excused: [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "server-sse-multiple-streams",
      "elicitation-sep1330-enums",
    ],
  },
];

for (const { name, args, ...expected } of REVISIONS) {
  testInFullTier(
    `the app passes the required checks of ${name}, with the suite's fixtures`,
    () =>
      inTemporaryFolder((folder) =>
        withApp(() => ({ makeServer: createFixtureServer }), async (url) => {
          const words = ["--requirements", name, ...args];
          const { code, stdout, stderr } = await runSuite(url, folder, ...words);
          const { passed, excused } = outcomeOf(stdout);
          const ended = { code, passed: passed.length, excused };
          deepEqual(ended, { code: 0, ...expected }, stdout.slice(-4000) + stderr);
        })
      ),
  );
}

/** A scenario that needs few or none of the suite's own tools. */
interface Scenario {
  readonly revision: string;
  readonly name: string;
  /** Whether the quick tier tries the scenario, too. */
  readonly isQuick?: true;
  readonly passed: number;
  /** Checks that need one of the suite's own tools. */
  readonly failed?: readonly string[];
}

const SCENARIOS: readonly Scenario[] = [
  {
    revision: "2026-07-28",
    name: "server-stateless",
    passed: 24,
    failed: [
      "sep-2575-server-rejects-undeclared-capability",
      "sep-2575-missing-capability-http-400",
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-server-no-log-without-loglevel",
    ],
  },
  { revision: "2026-07-28", name: "http-header-validation", isQuick: true, passed: 14 },
  { revision: "2026-07-28", name: "dns-rebinding-protection", passed: 2 },
  { revision: "2026-07-28", name: "tools-list", isQuick: true, passed: 4 },
  { revision: "2026-07-28", name: "caching", passed: 8 },
  { revision: "2026-07-28", name: "resources-list", passed: 2 },
  { revision: "2026-07-28", name: "prompts-list", passed: 2 },
  { revision: "2026-07-28", name: "sep-2164-resource-not-found", passed: 4 },
  { revision: "2026-07-28", name: "completion-complete", passed: 2 },
  { revision: "2026-07-28", name: "input-required-result-unsupported-methods", passed: 2 },
  { revision: "2026-07-28", name: "server-sse-multiple-streams", passed: 1 },
  { revision: "2025-11-25", name: "server-initialize", isQuick: true, passed: 2 },
  { revision: "2025-11-25", name: "ping", passed: 2 },
  { revision: "2025-11-25", name: "tools-list", passed: 3 },
  { revision: "2025-11-25", name: "dns-rebinding-protection", passed: 2 },
  { revision: "2025-11-25", name: "resources-list", passed: 2 },
  { revision: "2025-11-25", name: "prompts-list", passed: 2 },
  { revision: "2025-11-25", name: "completion-complete", passed: 2 },
];

interface Check {
  readonly id: string;
  readonly status: string;
}

/** Reads a scenario's checks from the only folder that the suite created. */
function checksIn(folder: string): readonly Check[] {
  const [run, ...others] = [...Deno.readDirSync(folder)].filter(({ name }) =>
    name.startsWith("server-")
  );
  ok(run !== undefined && others.length === 0, "the scenario ran once");
  return JSON.parse(Deno.readTextFileSync(join(folder, run.name, "checks.json")));
}

for (const { revision, name, isQuick = false, passed, failed = [] } of SCENARIOS) {
  Deno.test({
    name: `the tool server passes ${name} of ${revision}` +
      (failed.length === 0 ? "" : `, but for ${failed.length} checks of the suite's own tools`),
    ignore: !isQuick && !IS_FULL_TIER,
    fn: () =>
      inTemporaryFolder((folder) =>
        withApp(toolServer(folder), async (url) => {
          const words = ["--scenario", name, "--spec-version", revision];
          const { code, stdout, stderr } = await runSuite(url, folder, ...words);
          const checks = checksIn(folder);
          const ended = (status: string) => checks.filter((check) => check.status === status);
          deepEqual(
            {
              code,
              passed: ended("SUCCESS").length,
              failed: ended("FAILURE").map(({ id }) => id),
            },
            { code: failed.length > 0 ? 1 : 0, passed, failed },
            stdout + stderr,
          );
        })
      ),
  });
}

function toolServer(root: string) {
  const projects = projectsIn(root);
  return (onBug: (trace: string) => void) =>
    toolService(() => ({ projects, readOnly: false, timeoutMs: 60_000, onBug }));
}
