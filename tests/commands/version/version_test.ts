/** `layerwright version`, and the absence of other network access. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../../core/version.ts";
import { withReleases } from "../../distribution/releases.ts";
import { inCodeFolder } from "../code_folder.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { CLI_COMMAND, cliEnvironment, runCli, runToEnd } from "../run_cli.ts";

const NEWER = VERSION.replace(/^\d+/, (major) => String(Number(major) + 1));

const LATEST: readonly (readonly [version: string, says: string])[] = [
  [NEWER, `Layerwright ${NEWER} is available; you have ${VERSION}\nUpdate: git pull\n`],
  [VERSION, `Layerwright ${VERSION} is the latest release\n`],
  ["0.0.1", `Layerwright ${VERSION} is newer than the latest release, 0.0.1\n`],
];

function tagged(version: string) {
  return { "/latest": () => new Response(null, { status: 302, headers: location(version) }) };
}

function location(version: string) {
  return { Location: `/releases/tag/v${version}` };
}

for (const [version, says] of LATEST) {
  Deno.test(`version --check compares ${version} with ${VERSION}`, async () => {
    await withReleases(tagged(version), async ({ url, asked }) => {
      const env = { LAYERWRIGHT_DOWNLOAD_URL: `${url}/` };
      const result = await runCli(["version", "--check"], { cwd: "/", env });
      deepEqual(result, { code: 0, stdout: says, stderr: "" });
      deepEqual(asked, ["/latest"]);
    });
  });
}

Deno.test("version --check has the versions in its report", async () => {
  await withReleases(tagged(NEWER), async ({ url }) => {
    const env = { LAYERWRIGHT_DOWNLOAD_URL: url };
    const { stdout } = await runCli(["--report", "version", "--check"], { cwd: "/", env });
    const { status, data, next } = JSON.parse(stdout);
    equal(status, "unchanged");
    deepEqual(data, { installed: VERSION, latest: NEWER, way: "checkout", update: "git pull" });
    deepEqual(next, ["git pull"]);
  });
});

Deno.test("version --check fails without a server", async () => {
  const gone = await withReleases({}, ({ url }) => Promise.resolve(url));
  const env = { LAYERWRIGHT_DOWNLOAD_URL: gone };
  const { code, stdout, stderr } = await runCli(["version", "--check"], { cwd: "/", env });
  equal(code, 1);
  equal(stdout, "");
  equal(stderr, `Error: Cannot look up the latest release at ${gone} (connection refused).\n`);
});

Deno.test("version prints how to update, without network access", async () => {
  await withReleases(tagged(NEWER), async ({ url, asked }) => {
    const env = { LAYERWRIGHT_DOWNLOAD_URL: url };
    const result = await runCli(["version"], { cwd: "/", env });
    deepEqual(result, {
      code: 0,
      stdout: `layerwright ${VERSION}\nUpdate: git pull\n`,
      stderr: "",
    });
    deepEqual(asked, []);
  });
});

/** All commands that must not use the network. */
const ALONE: readonly (readonly string[])[] = [
  ["--help"],
  ["--version"],
  ["help", "environment"],
  ["generate", "api", "new", "--json", "shop.json"],
  ["-C", "shop", "generate", "route", "refunds"],
  ["-C", "shop", "generate", "subroute", "orders", "late"],
  ["validate", "shop.json"],
  ["-C", "shop", "export", "spec"],
  ["-C", "shop", "export", "openapi", "-o", "openapi.json"],
  ["-C", "shop", "import", "openapi.json"],
  ["-C", "shop", "generate", "resource", "gifts", "--example", '{"id": 1}'],
  ["export", "schema"],
  ["setup", "list"],
  ["setup", "remove", "--yes"],
  ["mcp"],
  ["version"],
  ["upgrade", "-C", "shop"],
  ["status", "-C", "shop"],
  ["rename", "subroute", "orders", "late", "later", "-C", "shop"],
  ["rename", "route", "products", "catalog", "-C", "shop"],
  ["remove", "subroute", "catalog", "featured", "-C", "shop"],
  ["remove", "route", "orders", "-C", "shop"],
  ["rename", "route", "catalog", "goods", "--plan", "../plan.json", "-C", "shop"],
  ["show", "plan.json"],
  ["apply", "../plan.json", "-C", "shop"],
  ["log", "-C", "shop"],
  ["undo", "-C", "shop"],
  ["redo", "-C", "shop"],
  ["adopt", "--spec", "../shop.json", "-C", "shop"],
  ["completions", "bash"],
  ["completions", "bash", "--", "-C", "shop", "status", "."],
];

/** The records of `shop`. They are removed before `adopt` runs, which would refuse to replace them. */
const RECORDS = "shop/.layerwright";

/** Commands whose work is to listen or to connect. */
const CONNECTING = ["mock", "serve", "setup logout"];

/** Traces a command, and returns the addresses that it connected or sent to. */
async function reached(args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const trace = join(cwd, "trace");
  // With this filter, the kernel stops the command only at these calls, which takes far less time.
  const strace = ["strace", "-f", "--seccomp-bpf", "-o", trace];
  const calls = ["-e", "trace=connect,sendto,sendmsg,sendmmsg"];
  const { code } = await runToEnd([...strace, ...calls, ...CLI_COMMAND, ...args], {
    cwd,
    // Deno itself checks for updates from time to time.
    env: cliEnvironment({ ...env, DENO_NO_UPDATE_CHECK: "1" }),
    stdin: "",
  });
  equal(code, env["LAYERWRIGHT_DOWNLOAD_URL"] === undefined ? 0 : 1, args.join(" "));
  return Deno.readTextFileSync(trace).match(/sa_family=AF_INET6?.*/g) ?? [];
}

Deno.test({
  name: "only the commands that connect open connections",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const { stdout } = await runCli(["--help"], { cwd: "/" });
    const commands = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?= {2}| [<[])/gm)].map((
      [, name],
    ) => name);
    const run = ALONE.map((args) =>
      args.filter((word) => word !== "-C" && word !== "shop").join(" ")
    );
    deepEqual(
      commands.filter((name = "") =>
        !CONNECTING.includes(name) && !run.some((words) => words.startsWith(name))
      ),
      [],
      "every other command is tested",
    );
    await inCodeFolder(async (folder) => {
      for (const args of ALONE) {
        if (args[0] === "adopt") Deno.removeSync(join(folder, RECORDS), { recursive: true });
        deepEqual({ args, reached: await reached(args, folder) }, { args, reached: [] });
      }
    });
  },
});

Deno.test("the check for connections detects a connection", async () => {
  await withReleases({}, ({ url }) =>
    inCodeFolder(async (folder) => {
      const env = { LAYERWRIGHT_DOWNLOAD_URL: url };
      ok((await reached(["version", "--check"], folder, env)).length > 0);
    }));
});
