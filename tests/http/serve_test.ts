/** The server as a process: start, output and exit. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { provesKey } from "../../setup/server.ts";
import { CLI_COMMAND, runToEnd } from "../commands/run_cli.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { testInFullTier } from "../tools/tier.ts";
import { readTree } from "../workspace/tree.ts";
import { closedPort } from "./closed_port.ts";
import { post } from "./messages.ts";
import { serverEnvironment, withServer } from "./run_server.ts";

const SERVER = fileURLToPath(new URL("../../server.ts", import.meta.url));

const COMMANDS = {
  "server.ts": [Deno.execPath(), "run", "--quiet", "--allow-all", SERVER],
  "layerwright serve": [...CLI_COMMAND, "serve"],
};

const EXPOSED = "Error: Refused to listen on 0.0.0.0 without an API key.\n" +
  "Hint: Set LAYERWRIGHT_API_KEY or LAYERWRIGHT_API_KEY_FILE\n";

const KEY = "0123456789abcdef";

interface Failure {
  readonly behaviour: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stderr: string;
  /** Whether this is a usage error, for which the command line has its own exit code. */
  readonly isUsage?: boolean;
}

const FAILURES: readonly Failure[] = [
  {
    behaviour: "refuses to listen on every address without a key",
    env: { LAYERWRIGHT_HOST: "0.0.0.0" },
    stderr: EXPOSED,
  },
  {
    behaviour: "refuses an invalid port",
    isUsage: true,
    env: { LAYERWRIGHT_PORT: "eighty" },
    stderr: "Error: Invalid port 'eighty' (must be 0 to 65535).\n",
  },
  {
    behaviour: "refuses a short key, without printing it",
    isUsage: true,
    env: { LAYERWRIGHT_API_KEY: "precious" },
    stderr:
      "Error: Invalid key in LAYERWRIGHT_API_KEY (must be 16 or more visible ASCII characters).\n" +
      "Hint: Create one with 'openssl rand -hex 32'\n",
  },
  {
    behaviour: "refuses a missing root",
    env: { LAYERWRIGHT_ROOT: "/no/such/folder", LAYERWRIGHT_API_KEY: KEY },
    stderr: "Error: Cannot serve '/no/such/folder' (No such file or directory).\n",
  },
  {
    behaviour: "refuses an invalid proxy",
    isUsage: true,
    env: { LAYERWRIGHT_TRUSTED_PROXIES: "10.0.0.0/", LAYERWRIGHT_API_KEY: KEY },
    stderr: "Error: Invalid LAYERWRIGHT_TRUSTED_PROXIES " +
      "('10.0.0.0/' is neither an address nor a subnet).\n",
  },
];

for (const [name, command] of Object.entries(COMMANDS)) {
  for (const [index, { behaviour, env, stderr, isUsage = false }] of FAILURES.entries()) {
    const isServer = name === "server.ts";
    const code = isUsage && !isServer ? 2 : 1;
    // Both commands start the same server. The quick tier tries one failure of each kind with both.
    const test = isServer && index > 1 ? testInFullTier : Deno.test;
    test(`${name} ${behaviour}, and exits with ${code}`, () =>
      inTemporaryFolder(async (home) => {
        const result = await runToEnd(command, {
          cwd: home,
          env: await serverEnvironment(home, env),
        });
        equal(result.stderr, stderr);
        deepEqual({ ...result, stderr: "" }, { code, stdout: "", stderr: "" });
        // A server that cannot listen creates no key.
        deepEqual(readTree(home), {});
      }));
  }
}

Deno.test("a server reports that its port is in use", () =>
  inTemporaryFolder(async (home) => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    const env = { LAYERWRIGHT_PORT: String(port), LAYERWRIGHT_API_KEY: KEY };
    const { code, stderr } = await runToEnd(COMMANDS["server.ts"], {
      cwd: home,
      env: await serverEnvironment(home, env),
    });
    equal(code, 1);
    match(
      stderr,
      new RegExp(
        `^Error: Cannot listen on 127\\.0\\.0\\.1:${port} \\(Address already in use\\)\\.\n` +
          "Hint: .*--port or LAYERWRIGHT_PORT\n$",
      ),
    );
  }));

Deno.test("a server resolves its key file from --directory", () =>
  inTemporaryFolder(async (home) => {
    // The server creates its key before it fails to listen.
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const port = String(listener.addr.port);
    Deno.mkdirSync(join(home, "below"));
    const { code } = await runToEnd([...CLI_COMMAND, "-C", "below", "serve", "--port", port], {
      cwd: home,
      env: await serverEnvironment(home, { LAYERWRIGHT_API_KEY_FILE: "key" }),
    });
    equal(code, 1);
    deepEqual(Object.keys(readTree(home)), ["below/", "below/key"]);
  }));

/** A server that the test stops with signals. */
async function started(
  home: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{
  readonly child: Deno.ChildProcess;
  readonly url: string;
  readonly lines: string[];
  readonly ended: Promise<number>;
}> {
  const [program = "", ...args] = COMMANDS["server.ts"];
  const env = await serverEnvironment(home, { LAYERWRIGHT_PORT: "0", ...settings });
  const child = new Deno.Command(program, {
    args,
    cwd: home,
    env,
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines: string[] = [];
  const { promise: first, resolve } = Promise.withResolvers<string>();
  const said = (async () => {
    let rest = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
      if (lines[0] !== undefined) resolve(lines[0]);
    }
    resolve(rest);
  })();
  const { mcp: url } = JSON.parse(await first);
  const ended = Promise.all([child.status, said]).then(([{ code }]) => code);
  return { child, url, lines, ended };
}

for (const [signal, code] of [["SIGTERM", 0], ["SIGINT", 130]] as const) {
  Deno.test(`an idle server stops at ${signal} with exit code ${code}`, () =>
    inTemporaryFolder(async (home) => {
      const { child, url, lines, ended } = await started(home);
      equal(await (await fetch(new URL("/health", url))).text(), '{"status":"ok"}');
      child.kill(signal);
      equal(await ended, code);
      const [listening = "", stopping = "", ...more] = lines;
      deepEqual(more, []);
      const { time: _, ...start } = JSON.parse(listening);
      deepEqual(start, {
        level: "info",
        message: "listening",
        mcp: url,
        root: home,
        key: "~/.config/layerwright/local-key",
      });
      const { time: __, ...end } = JSON.parse(stopping);
      deepEqual(end, { level: "info", message: "stopping", waiting: 0 });
    }));
}

for (const [host, isProven] of [["127.0.0.1", true], ["0.0.0.0", false]] as const) {
  Deno.test(`a server at ${host} ${isProven ? "proves" : "does not prove"} the key that it created`, () =>
    inTemporaryFolder(async (home) => {
      const settings = { LAYERWRIGHT_HOST: host, LAYERWRIGHT_API_KEY_FILE: "key" };
      const { child, url, ended } = await started(home, settings);
      const key = Deno.readTextFileSync(join(home, "key")).trim();
      equal(await provesKey(fetch, url, key), isProven);
      child.kill("SIGTERM");
      equal(await ended, 0);
    }));
}

Deno.test("a second signal stops a server with hanging calls, which write nothing", () =>
  inTemporaryFolder(async (home) => {
    const { child, url, ended } = await started(home, { LAYERWRIGHT_API_KEY: KEY });
    const folder = join(home, "shop");
    const authorization = `Bearer ${KEY}`;
    const call = (name: string, args: unknown) =>
      fetch(
        post({ method: "tools/call", params: { name, arguments: args } }, "modern", {
          authorization,
          host: null,
        }, url),
      );
    const spec = { routes: { products: { type: "GET" } } };
    await (await call("generate_api", { project: "shop", spec })).text();
    const before = readTree(folder);
    const held = Deno.openSync(join(folder, ".layerwright/lock"), { write: true, create: true });
    held.lockSync(true);
    const lost = call("generate_route", { project: "shop", route: "late" }).catch((problem) =>
      problem
    );
    const metrics = new URL("/metrics", url);
    for (;;) {
      const text = await (await fetch(metrics, { headers: { authorization } })).text();
      if (text.includes("layerwright_calls_in_flight 2\n")) break;
    }
    child.kill("SIGINT");
    await closedPort(url);
    child.kill("SIGINT");
    equal(await ended, 130);
    ok(await lost instanceof TypeError);
    held.close();
    Deno.removeSync(join(folder, ".layerwright/lock"));
    deepEqual(readTree(folder), before);
  }));

Deno.test("a server prints the location of its key, and never the key", () =>
  withServer(async ({ url, key, stop }) => {
    await (await fetch(post({ method: "tools/list" }, "modern", {
      authorization: `Bearer ${key}`,
      host: null,
    }, url))).text();
    await (await fetch(`${url}?key=${key}`)).text();
    const { log } = await stop();
    const text = JSON.stringify(log);
    match(text, /~\/\.config\/layerwright\/local-key/);
    doesNotMatch(text, new RegExp(key));
  }));

Deno.test("a server with a key from the environment creates none", () =>
  inTemporaryFolder(async (home) => {
    const { child, lines, ended } = await started(home, {
      LAYERWRIGHT_API_KEY: KEY,
      LAYERWRIGHT_READ_ONLY: "1",
    });
    child.kill("SIGTERM");
    equal(await ended, 0);
    const { key, read_only } = JSON.parse(lines[0] ?? "");
    deepEqual({ key, read_only }, { key: "LAYERWRIGHT_API_KEY", read_only: true });
    deepEqual(readTree(home), {});
  }));
