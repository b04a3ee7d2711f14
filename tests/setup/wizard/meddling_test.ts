/** Changes by others while setup runs, and damaged files of its own. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { connect } from "../../../setup/connect.ts";
import { createDiskHost } from "../../../setup/disk_host.ts";
import { remove } from "../../../setup/remove.ts";
import { setupExitCode } from "../../../setup/summary.ts";
import { atDesk, type Desk, FILES } from "./desk.ts";
import { OPTIONS, personWho } from "./person.ts";

function hostOf({ env, home }: Desk) {
  return createDiskHost((name) => env[name], home, () => {});
}

interface Meddling {
  readonly behaviour: string;
  /** Changes something between the preview and the write. */
  readonly meddle: (desk: Desk) => void;
  readonly path: string;
  readonly left: string | null;
}

const MEDDLINGS: readonly Meddling[] = [
  {
    behaviour: "a changed file",
    meddle: ({ write }) => write(".codex/config.toml", "mine = 1\n"),
    path: ".codex/config.toml",
    left: "mine = 1\n",
  },
  {
    behaviour: "a removed file",
    meddle: ({ home }) => Deno.removeSync(`${home}/.codex/config.toml`),
    path: ".codex/config.toml",
    left: null,
  },
  {
    behaviour: "a new file",
    meddle: ({ write }) => write(".cursor/mcp.json", "{}"),
    path: ".cursor/mcp.json",
    left: "{}",
  },
];

for (const { behaviour, meddle, path, left } of MEDDLINGS) {
  Deno.test(`setup does not write to ${behaviour} after the preview, but writes the others`, () =>
    atDesk(async (desk) => {
      const host = hostOf(desk);
      const result = await connect(host, OPTIONS, personWho(() => meddle(desk)));
      equal(setupExitCode(result), 3);
      equal(result.message, "2 connected, 1 refused");
      deepEqual(result.diagnostics.map(({ code, message }) => [code, message]), [
        ["setup-changed", `~/${path} changed since the preview.`],
      ]);
      const id = path.includes("codex") ? "codex" : "cursor";
      const name = id === "codex" ? "Codex" : "Cursor";
      match(result.next.join("\n"), new RegExp(`^${name}: layerwright setup --client ${id}$`, "m"));
      equal(host.read(`${desk.home}/${path}`).kind, left === null ? "absent" : "text");
      if (left !== null) equal(desk.read(path), left);
      equal(desk.tree()[`${path}.before-layerwright`], undefined);
      match(desk.read(".claude.json"), /"layerwright"/);
      await remove(host, { ...OPTIONS, clients: null, yes: true }, null);
      equal(desk.read(".claude.json"), FILES[".claude.json"]);
      if (left !== null) equal(desk.read(path), left);
    }));
}

Deno.test("setup remove keeps a file that changed after the preview, and its record", () =>
  atDesk(async (desk) => {
    const host = hostOf(desk);
    const before = desk.tree();
    await connect(host, { ...OPTIONS, yes: true }, null);
    const text = desk.read(".codex/config.toml");
    const change = () => desk.write(".codex/config.toml", `${text}# more\n`);
    const asked = { ...OPTIONS, clients: null };
    const first = await remove(host, asked, personWho(change));
    equal(setupExitCode(first), 3);
    equal(first.message, "Removed 'layerwright' from 2 files");
    equal(desk.read(".codex/config.toml"), `${text}# more\n`);
    desk.write(".codex/config.toml", text);
    const second = await remove(host, { ...asked, yes: true }, null);
    equal(second.message, "Removed 'layerwright' from 1 file");
    deepEqual(desk.tree(), before);
  }));

Deno.test("setup refuses a second run while it waits for an answer", () =>
  atDesk(async (desk) => {
    const words = "--url http://127.0.0.1:4/mcp --api-key-stdin --no-verify --client cursor --yes";
    const others: unknown[] = [];
    const before = desk.tree();
    const first = await connect(
      hostOf(desk),
      OPTIONS,
      personWho(async () => {
        const { code, stderr } = await desk.setup(words, { stdin: OPTIONS.key ?? "" });
        others.push([code, stderr]);
        others.push((await desk.setup("remove --yes")).code);
        deepEqual(desk.tree(), before);
      }),
    );
    deepEqual(others, [[3, "Error: Another setup is running.\nHint: Try again when it ends\n"], 3]);
    equal(first.message, "3 connected");
  }));

for (
  const { path, text } of [
    { path: ".local/state/layerwright/setup.json", text: "{" },
    {
      path: ".local/state/layerwright/setup.json",
      text: '{ "version": 3, "entries": [], "files": {} }',
    },
    { path: ".local/state/layerwright/setup.json", text: '{ "version": 2 }' },
    { path: ".local/state/layerwright/setup.json", text: '{ "version": 1, "entries": [3] }' },
    { path: ".config/layerwright/credentials.json", text: "" },
    { path: ".config/layerwright/credentials.json", text: '{ "version": 1, "keys": [] , "x": 1 }' },
    { path: ".config/layerwright/credentials.json", text: '{ "version": 9 }' },
  ]
) {
  Deno.test(`setup reports that ${path} is not valid as '${text}', and writes nothing`, () =>
    atDesk(async (desk) => {
      desk.write(path, text);
      const before = desk.tree();
      const result = await connect(hostOf(desk), { ...OPTIONS, yes: true }, null);
      equal(setupExitCode(result), 1);
      equal(
        result.message,
        `Cannot read '~/${path}' (not in this version's format).`,
      );
      match(result.diagnostics[0]?.hint ?? "", /^Move the file/);
      deepEqual(desk.tree(), before);
      equal(desk.read(path), text);
    }));
}

Deno.test("setup reports entries as unverified if the server stops before verification", () =>
  atDesk(async (desk) => {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      async (request) => {
        const { id } = await request.json();
        return Response.json({
          jsonrpc: "2.0",
          id,
          result: { serverInfo: { name: "layerwright" } },
        });
      },
    );
    const url = `http://127.0.0.1:${server.addr.port}/mcp`;
    const asked = { ...OPTIONS, url, verify: true };
    const result = await connect(hostOf(desk), asked, personWho(() => server.shutdown()));
    equal(setupExitCode(result), 1);
    equal(result.status, "applied");
    equal(result.message, "0 connected, 3 not verified");
    deepEqual(
      result.diagnostics.map(({ message }) => message),
      ["Claude Code", "Codex", "Cursor"].map((name) =>
        `${name}: no Layerwright server at ${url} (connection refused).`
      ),
    );
    match(desk.read(".cursor/mcp.json"), /"layerwright"/);
    deepEqual(result.next, ["Undo: layerwright setup remove"]);
    ok(!hostOf(desk).exists(`${desk.home}/.config`));
  }));

Deno.test("setup writes nothing if the person declines", () =>
  atDesk(async (desk) => {
    const before = desk.tree();
    const answer = connect(hostOf(desk), OPTIONS, personWho(() => {}, false));
    equal((await answer.catch((problem) => problem)).name, "Cancelled");
    deepEqual(desk.tree(), before);
  }));

Deno.test("setup skips unreadable folders in PATH", () =>
  atDesk(async (desk) => {
    const PATH = `/proc/1/root/nowhere:${desk.home}/.codex/config.toml:${desk.env["PATH"]}`;
    const { code, stderr } = await desk.setup("list", { env: { PATH } });
    equal(code, 0, stderr);
  }));
