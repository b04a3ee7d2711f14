/** Updates of entries: additions of people stay, old values go. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { withServer } from "../../http/run_server.ts";
import { atDesk, connecting, type Desk } from "./desk.ts";

const CURSOR = ".cursor/mcp.json";

function entryKeys({ read }: Desk): string[] {
  return Object.keys(JSON.parse(read(CURSOR)).mcpServers.layerwright).sort();
}

Deno.test("setup replaces the key in its entry, and keeps additions", () =>
  withServer((server) =>
    atDesk(async (desk) => {
      const words = connecting(server, "cursor");
      await desk.setup(words, { stdin: server.key });
      const text = desk.read(CURSOR).replace('"url"', '"disabled": true,\n      "url"');
      desk.write(CURSOR, text);
      const other = `${server.key.slice(0, -4)}0000`;
      const { code, stderr } = await desk.setup(`${words} --no-verify`, { stdin: other });
      equal(code, 0, stderr);
      equal(desk.read(CURSOR), text.replace(server.key, other));
    })
  ));

interface Addition {
  readonly client: string;
  readonly path: string;
  /** Replacements of parts of the entry. */
  readonly edits: readonly (readonly [part: string, theirs: string])[];
}

/** Edits that people make in our entries. */
const ADDITIONS: readonly Addition[] = [
  {
    client: "cursor",
    path: CURSOR,
    edits: [
      ['"url"', '"timeout": null, "constructor": 1, "__proto__": [null], // mine\n      "url"'],
      ['"Authorization"', '"X-Team": "a",\n        "Authorization"'],
    ],
  },
  {
    client: "codex",
    path: ".codex/config.toml",
    edits: [
      ["url = ", "since = 2024-01-01\nmost = 12345678901234567890\nurl = "],
      ["{ Auth", '{ X-Team = "a", Auth'],
    ],
  },
  {
    client: "kiro",
    path: ".kiro/settings/mcp.json",
    edits: [['"disabled": false', '"disabled": true']],
  },
  {
    client: "opencode",
    path: ".config/opencode/opencode.jsonc",
    edits: [['"enabled": true', '"enabled": false']],
  },
  {
    client: "grok-build",
    path: ".grok/config.toml",
    edits: [["enabled = true", "enabled = false # for now"]],
  },
  {
    client: "goose",
    path: ".config/goose/config.yaml",
    edits: [["enabled: true", "enabled: false\n    note: ~\n    at: 2024-01-01"]],
  },
];

for (const { client, path, edits } of ADDITIONS) {
  Deno.test(`setup keeps edits in the entry for ${client}, with the same key or another`, () =>
    atDesk(async (desk) => {
      const before = desk.tree();
      const words = `${connecting({ url: "http://127.0.0.1:4/mcp" }, client)} --no-verify`;
      const key = "lw_0123456789abcdef0123456789abcdef";
      const other = `${key.slice(0, -4)}0000`;
      const first = await desk.setup(words, { stdin: key });
      equal(first.code, 0, first.stderr);
      const text = edits.reduce((sum, [part, theirs]) => {
        ok(sum.includes(part), sum);
        return sum.replace(part, theirs);
      }, desk.read(path));
      desk.write(path, text);
      match((await desk.setup(words, { stdin: key })).stdout, /^ {2}unchanged /m);
      equal(desk.read(path), text);
      const { code, stderr } = await desk.setup(words, { stdin: other });
      equal(code, 0, stderr);
      equal(desk.read(path), text.replace(key, other));
      await desk.setup("remove --yes");
      deepEqual(desk.tree()[path], before[path]);
    }));
}

Deno.test("setup keeps added headers when the key moves to the environment", () =>
  atDesk(async (desk) => {
    const path = ".codex/config.toml";
    const words = "--url http://127.0.0.1:4/mcp --client codex --no-verify --yes";
    await desk.setup(`${words} --api-key-stdin`, { stdin: "lw_0123456789abcdef" });
    desk.write(path, desk.read(path).replace("{ Auth", '{ X-Team = "a", Auth'));
    equal((await desk.setup(`${words} --key-from-env`)).code, 0);
    match(desk.read(path), /^bearer_token_env_var = .*$/m);
    match(desk.read(path), /^http_headers = \{ X-Team = "a" \}$/m);
    equal((await desk.setup("--stdio --client codex --yes --no-verify")).code, 0);
    doesNotMatch(desk.read(path), /http_headers|bearer|url/);
  }));

Deno.test("setup removes the old keys of an entry when the kind of connection changes", () =>
  withServer((server) =>
    atDesk(async (desk) => {
      await desk.setup(connecting(server, "cursor"), { stdin: server.key });
      deepEqual(entryKeys(desk), ["headers", "url"]);
      await desk.setup("--stdio --client cursor --yes");
      deepEqual(entryKeys(desk), ["args", "command"]);
      await desk.setup(connecting(server, "cursor"), { stdin: server.key });
      deepEqual(entryKeys(desk), ["headers", "url"]);
    })
  ));

Deno.test("setup list reports entries as connected, changed, missing or unreadable", () =>
  withServer((server) =>
    atDesk(async ({ home, read, write, setup }) => {
      const clients = "claude-code,codex,gemini-cli,cursor";
      await setup(connecting(server, clients), { stdin: server.key });
      const settings = ".gemini/settings.json";
      write(settings, read(settings).replace("127.0.0.1", "192.0.2.1"));
      write(".codex/config.toml", "model = ");
      Deno.removeSync(join(home, CURSOR));
      const { stdout } = await setup("list");
      match(stdout, /^Claude Code +user +connected +http:/m);
      match(stdout, /^Gemini CLI +user +drift +http:\/\/192\.0\.2\.1/m);
      match(stdout, /^Codex +user +broken +-$/m);
      match(stdout, /^Cursor +user +not connected +-$/m);
      const report = JSON.parse((await setup("list --client cursor --report")).stdout);
      // Scripts may compare this word, so it must not change.
      equal(report.data.clients[0].state, "absent");
    })
  ));

Deno.test("setup list reports an entry with an old key as drift", () =>
  withServer((server) =>
    atDesk(async ({ setup, read, write }) => {
      await setup(connecting(server, "cursor,codex"), { stdin: server.key });
      write(CURSOR, read(CURSOR).replace(server.key, "lw_an_older_key_of_this_server"));
      const { stdout } = await setup("list");
      match(stdout, /^Cursor +user +drift +http:/m);
      match(stdout, /^Codex +user +connected +http:/m);
    })
  ));

for (
  const { entry, address } of [
    { entry: { command: "npx", args: ["--api-key", "sk-secret"] }, address: "npx" },
    { entry: { command: ["npx", "-y", "sk-secret"] }, address: "npx" },
    { entry: { command: "npx --key sk-secret" }, address: "npx" },
    {
      entry: { url: "https://ada:sk-secret@example.com/sk-secret/mcp?k=1" },
      address: "https://example.com",
    },
    { entry: { type: "x", serverUrl: "https://example.com/mcp" }, address: "https://example.com" },
    { entry: { headers: { Cookie: "sk-secret" } }, address: "-" },
  ]
) {
  Deno.test(`setup list shows only the address of ${JSON.stringify(entry)}`, () =>
    atDesk(async ({ setup, write }) => {
      write(CURSOR, JSON.stringify({ mcpServers: { layerwright: entry } }));
      for (const before of [[], ["--report"]]) {
        const { stdout } = await setup("list --client cursor", { before });
        doesNotMatch(stdout, /secret/);
        if (before.length === 0) match(stdout, new RegExp(`foreign +${address}$`, "m"));
      }
    }));
}
