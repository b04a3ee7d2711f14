/** The wizard logs in to a real hosted server and connects agents. */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import type { Limits } from "../../../hosted/accounts/limits.ts";
import { findApiKey } from "../../../hosted/accounts/api_keys.ts";
import { CLI_COMMAND } from "../../commands/run_cli.ts";
import { keyOf } from "../../hosted/http/hosted_app.ts";
import { withServer } from "../../http/run_server.ts";
import { testInFullTier } from "../../tools/tier.ts";
import { atDesk, type Desk, hasNoKey } from "../wizard/desk.ts";
import { CONFIRM, CTRL_C, type Shown, typeInTerminal } from "../wizard/terminal.ts";
import { browserProgram, logInAt, type LoginServer, withLoginServer } from "./login_server.ts";
import { type Deed, inBrowser, onDevice, setupWith } from "./person.ts";

const DAY_MS = 86_400_000;

/** A browser that cannot be started. The wizard still shows the address. */
const NO_BROWSER = { env: { BROWSER: "no-such-browser" } };

interface Kept {
  readonly last: string | null;
  readonly keys: Readonly<Record<string, string>>;
  readonly made?: Readonly<Record<string, string>>;
}

function kept({ read }: Desk): Kept {
  return JSON.parse(read(".config/layerwright/credentials.json"));
}

function hasNothingKept({ home }: Desk): void {
  deepEqual([...Deno.readDirSync(home)].filter(({ name }) => name === ".config"), []);
}

/** Shortens the polling interval, which is 5 seconds by default. */
function hurry(server: LoginServer): void {
  server.meddle((request, answer) =>
    request.url.endsWith("/oauth/device")
      ? answer().then(async (response) =>
        Response.json({ ...await response.json(), interval: 0.1 })
      )
      : null
  );
}

interface Scene {
  readonly behaviour: string;
  /** Whether only the full tier plays it: a scene with the other way to log in shows most of it. */
  readonly isSlow?: true;
  readonly limits?: Partial<Limits>;
  run(desk: Desk, server: LoginServer): Promise<void>;
}

const SCENES: readonly Scene[] = [
  {
    behaviour: "logs in with a browser and connects",
    async run(desk, server) {
      const { promise: opened, resolve } = Promise.withResolvers<string>();
      const told = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        async (request) => {
          resolve(await request.text());
          return new Response();
        },
      );
      const BROWSER = browserProgram(desk.home, `http://127.0.0.1:${told.addr.port}/`);
      const before = Date.now();
      const [{ code, lines, sent }, page] = await Promise.all([
        typeInTerminal(desk, `--url ${server.url} --client cursor`, [CONFIRM], {
          env: { BROWSER },
        }),
        opened.then((address) => logInAt(server, address)),
      ]);
      await told.shutdown();
      equal(code, 0, sent);
      match(page.html, /Return to the terminal/);
      equal(new URL(page.path).search, "", "the address bar has no code");
      const { last, keys, made } = kept(desk);
      const key = keys[server.url] ?? "";
      const [, port = ""] = /127\.0\.0\.1:(\d+)\/login/.exec(sent) ?? [];
      deepEqual(lines.slice(0, 10), [
        "┌  Layerwright setup",
        "│",
        "◇  Server address",
        `│  ${server.url}`,
        "│",
        "◇  Log in with your browser. If it did not open, go to:",
        `│  http://127.0.0.1:${port}/login`,
        "│",
        `◇  Logged in, API key lw_****${key.slice(-4)}`,
        "│  ~/.config/layerwright/credentials.json (0600)",
      ]);
      equal(lines.at(-1), "└  1 connected");
      ok(desk.read(".cursor/mcp.json").includes(key));
      hasNoKey({ code, stdout: sent, stderr: "" }, key);
      const file = Deno.statSync(join(desk.home, ".config/layerwright/credentials.json"));
      equal((file.mode ?? 0) & 0o777, 0o600);
      equal(last, server.url);
      const { database } = server.app;
      const holder = await findApiKey(database, key, Date.now());
      deepEqual([holder?.keyId, holder?.scopes], [made?.[server.url], [
        "tools:read",
        "tools:write",
      ]]);
      ok(await findApiKey(database, key, before + 364 * DAY_MS) !== null);
      equal(await findApiKey(database, key, Date.now() + 366 * DAY_MS), null);
      match((await server.keyNames()).join(), /^Setup on .+$/);
      const tokens = "SELECT id FROM oauth_records WHERE kind = 'AccessToken'";
      deepEqual(await database.all(tokens), [], "the access token is revoked");
    },
  },
  {
    behaviour: "reuses the key until logout revokes it",
    async run(desk, server) {
      const words = `--url ${server.url} --client cursor --yes`;
      await well(setupWith(inBrowser(server), desk, words, [], NO_BROWSER));
      const { keys: { [server.url]: key = "" } } = kept(desk);
      // Without --url, a server on this computer would have to prove that it has the key.
      const named = `--url ${server.url} --client codex --yes`;
      const again = await well(typeInTerminal(desk, named, []));
      ok(again.lines.includes(`◇  API key lw_****${key.slice(-4)}`), again.sent);
      equal((await server.keyNames()).length, 1);
      const entries = [desk.read(".cursor/mcp.json"), desk.read(".codex/config.toml")];

      const dry = await desk.setup("logout --dry-run");
      match(dry.stdout, /^Would revoke API key lw_\*{4}\w{4} for http:\S+\/mcp\n$/);
      equal((await server.keyNames()).length, 1);
      const out = await desk.setup("logout");
      equal(out.code, 0, out.stderr);
      match(out.stdout, /^Revoked API key lw_\*{4}\w{4} for http:\S+\/mcp$/m);
      match(out.stdout, /^To remove the agents' entries: layerwright setup remove$/m);
      hasNoKey(out, key);
      deepEqual(await server.keyNames(), []);
      deepEqual(kept(desk), { version: 1, last: server.url, keys: {} });
      deepEqual([desk.read(".cursor/mcp.json"), desk.read(".codex/config.toml")], entries);
      const twice = await desk.setup("logout");
      deepEqual([twice.code, twice.stdout], [0, `No API key for ${server.url} is kept\n`]);
    },
  },
  {
    behaviour: "logs in again when the kept key was revoked",
    async run(desk, server) {
      const words = `--url ${server.url} --client cursor --yes`;
      await well(setupWith(inBrowser(server), desk, words, [], NO_BROWSER));
      const { keys: { [server.url]: before }, made = {} } = kept(desk);
      const headers = { origin: server.origin };
      const path = `/api/keys/${made[server.url]}`;
      equal((await server.browser.request(path, { method: "DELETE", headers })).status, 204);
      await well(setupWith(inBrowser(server), desk, words, [], NO_BROWSER));
      const after = kept(desk).keys[server.url] ?? "";
      ok(after !== before);
      ok(desk.read(".cursor/mcp.json").includes(after));
    },
  },
  {
    behaviour: "logs in by code without a browser",
    async run(desk, server) {
      hurry(server);
      const words = `--url ${server.url} --client cursor --yes`;
      const { lines } = await well(setupWith(onDevice(server), desk, words, []));
      deepEqual(lines.slice(5, 7), [
        "◇  Log in from any device",
        `│  Open  ${server.origin}/device`,
      ]);
    },
  },
  {
    behaviour: "logs in by code over SSH",
    isSlow: true,
    async run(desk, server) {
      hurry(server);
      const env = { ...NO_BROWSER.env, DISPLAY: ":0", SSH_CONNECTION: "192.0.2.1 1 192.0.2.2 22" };
      const words = `--url ${server.url} --client cursor --yes`;
      await well(setupWith(onDevice(server), desk, words, [], { env }));
    },
  },
  {
    behaviour: "connects nothing when the login is refused in the browser",
    isSlow: true,
    run: (desk, server) =>
      fails(inBrowser(server, "refuse"), desk, server, "", /\(the login was refused\)/),
  },
  {
    behaviour: "connects nothing when the login is refused on the device",
    async run(desk, server) {
      hurry(server);
      await fails(
        onDevice(server, "refuse"),
        desk,
        server,
        "--device",
        /\(the login was refused\)/,
      );
    },
  },
  {
    behaviour: "connects nothing when the code expired",
    async run(desk, server) {
      hurry(server);
      const waits = {
        ...onDevice(server),
        does: () => Promise.resolve(server.app.wait(11 * 60_000)),
      };
      await fails(waits, desk, server, "--device", /\(the code has expired/);
    },
  },
  {
    behaviour: "connects nothing when the server stops before the browser returns",
    async run(desk, server) {
      server.meddle((request) => {
        if (!request.url.endsWith("/oauth/token")) return null;
        return server.stop().then(() => new Response());
      });
      await fails(
        inBrowser(server),
        desk,
        server,
        "",
        /\((?:no connection|connection refused|it an)/,
      );
    },
  },
  {
    behaviour: "connects nothing when the server stops while waiting for the code",
    isSlow: true,
    async run(desk, server) {
      hurry(server);
      const ends = { ...onDevice(server), does: () => server.stop() };
      await fails(ends, desk, server, "--device", /\(connection refused\)/);
    },
  },
  {
    behaviour: "reports that the account has its maximum of keys",
    limits: { keys: 1 },
    async run(desk, server) {
      await keyOf(server.browser);
      const says = /\(it created no API key: Cannot create another API key \(the limit is 1\)\)/;
      await fails(inBrowser(server), desk, server, "", says, 1);
    },
  },
  {
    behaviour: "leaves nothing behind on Ctrl-C while waiting for the browser",
    isSlow: true,
    async run(desk, server) {
      const before = desk.tree();
      const words = `--url ${server.url} --client cursor`;
      const steps = [["/login", CTRL_C]] as const;
      const { code, sent, lines } = await typeInTerminal(desk, words, steps, NO_BROWSER);
      equal(code, 130, sent);
      deepEqual(lines.slice(-3), ["^C", "│", "└  Interrupted; no agent file was changed"]);
      await isClosed(sent);
      deepEqual(desk.tree(), before);
      hasNothingKept(desk);
    },
  },
  {
    behaviour: "leaves nothing behind on Ctrl-C while waiting for the code",
    async run(desk, server) {
      const before = desk.tree();
      const words = `--url ${server.url} --client cursor --device`;
      const { code, sent } = await typeInTerminal(desk, words, [["minutes)", CTRL_C]]);
      equal(code, 130, sent);
      deepEqual(desk.tree(), before);
      hasNothingKept(desk);
    },
  },
];

/** Awaits a run and checks that it succeeds. */
async function well(running: Promise<Shown>): Promise<Shown> {
  const shown = await running;
  equal(shown.code, 0, shown.lines.join("\n"));
  return shown;
}

/** Checks that a login fails with a reason, and leaves neither a file nor a key on the server. */
async function fails(
  deed: Deed,
  desk: Desk,
  server: LoginServer,
  words: string,
  says: RegExp,
  keys = 0,
): Promise<void> {
  const before = desk.tree();
  const all = `--url ${server.url} --client cursor ${words}`;
  const { code, lines, sent } = await setupWith(deed, desk, all, [], {
    ...NO_BROWSER,
    columns: 200,
  });
  equal(code, 1, sent);
  match(lines.join("\n"), /^▲ {2}Cannot log in at http:\/\/127\.0\.0\.1:\d+ \(/m);
  match(lines.join("\n"), says);
  match(lines.at(-1) ?? "", /^└ {2}Cannot log in at /);
  await isClosed(sent);
  deepEqual(desk.tree(), before);
  hasNothingKept(desk);
  equal((await server.keyNames()).length, keys);
}

/** Checks that the callback port is closed. */
async function isClosed(sent: string): Promise<void> {
  const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\/login/.exec(sent) ?? [];
  if (port === undefined) return;
  await rejects(Deno.connect({ hostname: "127.0.0.1", port: Number(port) }));
}

for (const { behaviour, limits = {}, isSlow, run } of SCENES) {
  const test = isSlow ? testInFullTier : Deno.test;
  test(`the wizard ${behaviour}`, () =>
    withLoginServer((server) => atDesk((desk) => run(desk, server)), { limits }));
}

Deno.test("setup --device logs in without a terminal and prints the code on stderr", () =>
  withLoginServer((server) =>
    atDesk(async (desk) => {
      hurry(server);
      const child = new Deno.Command(CLI_COMMAND[0] ?? "", {
        args: [
          ...CLI_COMMAND.slice(1),
          ..."--report setup --device --client cursor --yes".split(" "),
        ],
        cwd: desk.project,
        env: { ...desk.env, LAYERWRIGHT_URL: server.origin },
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const stdout = new Response(child.stdout).text();
      let stderr = "";
      for await (const more of child.stderr.pipeThrough(new TextDecoderStream())) {
        const { sees, does } = onDevice(server);
        const found = sees.exec(stderr += more);
        if (found !== null) await does(found);
      }
      equal((await child.status).code, 0, stderr);
      match(stderr, /^Log in from any device\n {2}Open {2}\S+\n {2}Code {2}\S+ \(10 minutes\)\n$/);
      equal(JSON.parse(await stdout).message, "1 connected");
      const { keys: { [server.url]: key = "" } } = kept(desk);
      ok(desk.read(".cursor/mcp.json").includes(key));
      hasNoKey({ code: 0, stdout: await stdout, stderr }, key);
    })
  ));

Deno.test("setup lists the flags that it needs without a terminal", () =>
  withLoginServer((server) =>
    atDesk(async (desk) => {
      const { code, stderr } = await desk.setup(`--url ${server.url}`);
      equal(code, 2);
      deepEqual(stderr.split("\n"), [
        "Error: Cannot ask here: add --api-key-stdin or --device.",
        "Error: Cannot ask here: add --client <ids> or --all.",
        "Error: Cannot ask here: add --yes.",
        "",
      ]);
      deepEqual(server.asked, [], "no request was sent");
    })
  ));

Deno.test("setup --device reports that a local server has no login", () =>
  withServer((server) =>
    atDesk(async (desk) => {
      const before = desk.tree();
      const done = await desk.setup(`--url ${server.url} --device --client cursor --yes`);
      equal(done.code, 1);
      match(
        done.stderr,
        /^Error: Cannot log in at http:\S+ \(no login there\)\.\nHint: .*--api-key-stdin$/m,
      );
      deepEqual(desk.tree(), before);
    })
  ));

Deno.test("setup logout forgets a key that it did not create, and does not revoke it", () =>
  withLoginServer((server) =>
    atDesk(async (desk) => {
      const key = await keyOf(server.browser);
      const words = `--url ${server.url} --api-key-stdin --client cursor --yes`;
      equal((await desk.setup(words, { stdin: key })).code, 0);
      const { code, stdout } = await desk.setup("logout");
      equal(code, 0);
      match(stdout, /^Forgot API key lw_\*{4}\w{4} for http:\S+$/m);
      match(stdout, /^Setup did not create this key: revoke it/m);
      equal((await server.keyNames()).length, 1);
      deepEqual(kept(desk).keys, {});
    })
  ));

Deno.test("setup logout keeps the key if the server is unreachable", () =>
  withLoginServer((server) =>
    atDesk(async (desk) => {
      const words = `--url ${server.url} --client cursor --yes`;
      await well(setupWith(inBrowser(server), desk, words, [], NO_BROWSER));
      const before = kept(desk);
      await server.stop();
      const { code, stderr } = await desk.setup("logout");
      equal(code, 1);
      match(
        stderr,
        /^Error: Cannot log out at http:\S+ \(connection refused\)\.\nHint: Try again when the server is reachable/m,
      );
      deepEqual(kept(desk), before);
    })
  ));
