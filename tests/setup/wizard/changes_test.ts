/** Entries that the wizard changes: what people added stays, what it was before goes. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { withServer } from "../../http/run_server.ts";
import { atDesk, connecting, type Desk } from "./desk.ts";

const CURSOR = ".cursor/mcp.json";

function entryKeys({ read }: Desk): string[] {
  return Object.keys(JSON.parse(read(CURSOR)).mcpServers.layerwright).sort();
}

Deno.test("setup rotates the key of its own entry, and keeps what people added to it", () =>
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

Deno.test("setup leaves nothing of one way to reach the server when it changes to another", () =>
  withServer((server) =>
    atDesk(async (desk) => {
      await desk.setup(connecting(server, "cursor"), { stdin: server.key });
      deepEqual(entryKeys(desk), ["headers", "url"]);
      await desk.setup("--local --client cursor --yes");
      deepEqual(entryKeys(desk), ["args", "command"]);
      await desk.setup(connecting(server, "cursor"), { stdin: server.key });
      deepEqual(entryKeys(desk), ["headers", "url"]);
    })
  ));

Deno.test("setup --list tells which entries are as written, changed, absent, or unreadable", () =>
  withServer((server) =>
    atDesk(async ({ home, read, write, setup }) => {
      const clients = "claude-code,codex,gemini-cli,cursor";
      await setup(connecting(server, clients), { stdin: server.key });
      const settings = ".gemini/settings.json";
      write(settings, read(settings).replace("127.0.0.1", "192.0.2.1"));
      write(".codex/config.toml", "model = ");
      Deno.removeSync(join(home, CURSOR));
      const { stdout } = await setup("--list");
      match(stdout, /^Claude Code +user +connected +http:/m);
      match(stdout, /^Gemini CLI +user +drift +http:\/\/192\.0\.2\.1/m);
      match(stdout, /^Codex +user +broken +-$/m);
      match(stdout, /^Cursor +user +absent +-$/m);
    })
  ));
