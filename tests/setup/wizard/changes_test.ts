/** Entries that the wizard changes: what people added stays, what it was before goes. */

import { deepEqual, equal } from "node:assert/strict";
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
