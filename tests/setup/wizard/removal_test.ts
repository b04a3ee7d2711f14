/** Removal after edits: it restores the text of people, and removes only ours. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { createDiskHost } from "../../../setup/disk_host.ts";
import { connect } from "../../../setup/connect.ts";
import { atDesk, type Desk, git } from "./desk.ts";
import { OPTIONS, personWho } from "./person.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";
const ADDRESS = "--url http://127.0.0.1:4/mcp --no-verify --yes";
const CURSOR = ".cursor/mcp.json";
const COPY = `${CURSOR}.before-layerwright`;
const CREDENTIALS = { version: 1, last: null, keys: { "http://127.0.0.1:4/mcp": KEY } };
const RECORD = ".local/state/layerwright/setup.json";

/** Provides a desk with a known key. */
async function atKeyDesk(test: (desk: Desk) => Promise<void>): Promise<void> {
  await atDesk((desk) => {
    desk.write(".config/layerwright/credentials.json", JSON.stringify(CREDENTIALS));
    return test(desk);
  });
}

async function works(running: ReturnType<Desk["setup"]>) {
  const result = await running;
  equal(result.code, 0, `${result.stdout}\n${result.stderr}`);
  return result;
}

/** Connects, and agrees to replace foreign entries. */
async function takeOver({ home, env }: Desk, client: string, key: string | null = null) {
  const host = createDiskHost((name) => env[name], home, () => {});
  const report = await connect(host, { ...OPTIONS, key, clients: [client] }, personWho(() => {}));
  equal(report.message, "1 connected");
}

const FOREIGN: readonly {
  readonly client: string;
  readonly path: string;
  readonly text: string;
}[] = [
  {
    client: "cursor",
    path: CURSOR,
    text:
      '{ "mcpServers": {"layerwright": {"command":"my-own", "env":{"A":"precious"}} }, "x": 1 }',
  },
  {
    client: "cursor",
    path: CURSOR,
    text:
      '{\r\n\t"mcpServers": {\r\n\t\t// mine\r\n\t\t"layerwright": {\r\n\t\t\t"url": "x", // why\r\n' +
      '\t\t\t"headers": { "X": null },\r\n\t\t},\r\n\t\t"b": 77,\r\n\t},\r\n}\r\n',
  },
  {
    client: "codex",
    path: ".codex/config.toml",
    text: 'a = 77\n\n[mcp_servers.layerwright]\ncommand = "my-own" # why\nsince = 2024-01-01\n\n' +
      '[mcp_servers.layerwright.env]\nA = "precious"\n\n[other]\nb = 2\n',
  },
  {
    client: "goose",
    path: ".config/goose/config.yaml",
    text: "a: 77\nextensions:\n  # mine\n  layerwright:\n    cmd: my-own # why\n    envs:\n" +
      "      A: precious\n      B: # nothing\n  other:\n    enabled: true\n",
  },
];

for (const { client, path, text } of FOREIGN) {
  Deno.test(`setup remove restores the replaced entry of ${client}: ${JSON.stringify(text)}`, () =>
    atKeyDesk(async (desk) => {
      desk.write(path, text);
      const before = desk.tree();
      await takeOver(desk, client);
      doesNotMatch(desk.read(path), /my-own|"x",/);
      await works(desk.setup("remove --yes"));
      deepEqual(desk.tree(), before);

      await takeOver(desk, client);
      // Another key, then another edit of the file.
      await takeOver(desk, client, KEY.replaceAll("0", "9"));
      match(desk.read(path), /lw_9123/);
      desk.write(path, desk.read(path).replace("77", "7.5"));
      await works(desk.setup("remove --yes"));
      equal(desk.read(path), text.replace("77", "7.5"));
    }));
}

Deno.test("setup remove restores the value of a replaced entry in a rewritten file", () =>
  atKeyDesk(async (desk) => {
    desk.write(
      CURSOR,
      '{"mcpServers":{"layerwright":{"command":"my-own","env":{"A":"precious"}}}}',
    );
    await takeOver(desk, "cursor");
    const reformatted = JSON.stringify(JSON.parse(desk.read(CURSOR)), null, 4);
    desk.write(CURSOR, reformatted);
    const { stderr } = await works(desk.setup("remove --yes"));
    deepEqual(JSON.parse(desk.read(CURSOR)), {
      mcpServers: { layerwright: { command: "my-own", env: { A: "precious" } } },
    });
    // The backups have the original text.
    match(stderr, /^Warning: ~\/\.cursor\/mcp\.json .*mcp\.json\.before-layerwright-2$/m);
    match(desk.read(COPY), /precious/);
    equal(desk.read(`${COPY}-2`), reformatted);
  }));

Deno.test("setup keeps an entry that a person wrote in place of ours", () =>
  atKeyDesk(async (desk) => {
    const before = '{ "mcpServers": { "b": {} } }';
    desk.write(CURSOR, before);
    await works(desk.setup(`${ADDRESS} --client cursor`));
    const mine = '{ "mcpServers": { "b": {}, "layerwright": { "command": "mine" } } }';
    desk.write(CURSOR, mine);
    const again = await desk.setup(`${ADDRESS} --client cursor`);
    equal(again.code, 3);
    match(again.stderr, /has another entry named 'layerwright'/);
    match((await works(desk.setup("list"))).stdout, /^Cursor +user +foreign/m);
    const { stdout, stderr } = await works(desk.setup("remove --yes"));
    match(stdout, /^No entry 'layerwright' to remove$/m);
    match(stderr, /^Warning: ~\/\.cursor\/mcp\.json has another entry named 'layerwright'/m);
    equal(desk.read(CURSOR), mine);
    equal(desk.read(COPY), before);
    equal((await works(desk.setup("remove --yes"))).stderr, "");
  }));

Deno.test("setup remove backs up a file whose entry people edited", () =>
  atKeyDesk(async (desk) => {
    const before = '{ "mcpServers": { "b": {} } }';
    desk.write(CURSOR, before);
    await works(desk.setup(`${ADDRESS} --client cursor`));
    const more = desk.read(CURSOR).replace('"url"', '"timeout": 20, "url"');
    desk.write(CURSOR, more);
    const { stderr } = await works(desk.setup("remove --yes"));
    match(stderr, /^Warning: .*a copy.*\nHint: It contains the key/m);
    equal(desk.read(CURSOR), before);
    equal(desk.read(COPY), before);
    equal(desk.read(`${COPY}-2`), more);
    // Later runs do not overwrite the backup.
    await works(desk.setup(`${ADDRESS} --client cursor`));
    await works(desk.setup("remove --yes"));
    equal(desk.read(COPY), before);
    equal(desk.read(`${COPY}-2`), more);
  }));

Deno.test("setup remove recognizes its entry by address or key", () =>
  atKeyDesk(async (desk) => {
    const before = desk.tree();
    // The file that setup created no longer exists, and a backup does.
    for (const [old, now] of [["127.0.0.1:4", "127.0.0.1:5"], [KEY, `${KEY}0`]] as const) {
      await works(desk.setup(`${ADDRESS} --client cursor`));
      desk.write(CURSOR, desk.read(CURSOR).replace(old, now));
      await works(desk.setup("remove --yes"));
      Deno.removeSync(`${desk.home}/${COPY}`);
      deepEqual(desk.tree(), before);
    }
  }));

Deno.test("setup remove removes the entries of one scope or project", () =>
  atKeyDesk(async (desk) => {
    const before = desk.tree();
    Deno.mkdirSync(`${desk.home}/my shop`);
    await works(desk.setup(`${ADDRESS} --client cursor`));
    const { stdout } = await works(desk.setup(`${ADDRESS} --client cursor --scope project`));
    match(
      stdout,
      /Undo: layerwright setup remove --scope project --project \/\S+\/shop$/m,
    );
    const host = createDiskHost((name) => desk.env[name], desk.home, () => {});
    const project = `${desk.home}/my shop`;
    const local = {
      ...OPTIONS,
      scope: "project",
      project,
      clients: ["cursor"],
      yes: true,
    } as const;
    const report = await connect(host, { ...local, key: null }, null);
    equal(
      report.next.at(-1),
      `Undo: layerwright setup remove --scope project --project '${project}'`,
    );
    const both = desk.tree();
    await works(desk.setup("remove --scope project --project . --yes"));
    equal(desk.tree()["shop/.cursor/mcp.json"], undefined);
    equal(desk.tree()["my shop/.cursor/mcp.json"], both["my shop/.cursor/mcp.json"]);
    equal(desk.tree()[CURSOR], both[CURSOR]);
    match((await works(desk.setup("remove --project .. --yes"))).stdout, /^No entry/);
    await works(desk.setup("remove --scope user --yes"));
    equal(desk.tree()[CURSOR], undefined);
    equal(desk.tree()["my shop/.cursor/mcp.json"], both["my shop/.cursor/mcp.json"]);
    await works(desk.setup("remove --yes"));
    Deno.removeSync(project);
    deepEqual(desk.tree(), before);
  }));

Deno.test("setup recognizes its entry in a file that became a link", () =>
  atKeyDesk(async (desk) => {
    const start = '{ "mcpServers": {} }\n';
    desk.write(CURSOR, start);
    await works(desk.setup(`${ADDRESS} --client cursor`));
    desk.write("dots/cursor.json", desk.read(CURSOR));
    Deno.removeSync(`${desk.home}/${CURSOR}`);
    Deno.symlinkSync("../dots/cursor.json", `${desk.home}/${CURSOR}`);
    match((await works(desk.setup("list"))).stdout, /^Cursor +user +connected/m);
    await works(desk.setup(`${ADDRESS} --api-key-stdin --client cursor`, { stdin: `${KEY}9` }));
    match(desk.read("dots/cursor.json"), new RegExp(`${KEY}9`));
    await works(desk.setup("remove --yes"));
    equal(desk.read("dots/cursor.json"), start);
    equal(Deno.readLinkSync(`${desk.home}/${CURSOR}`), "../dots/cursor.json");
    equal(desk.tree()[COPY], undefined);
  }));

Deno.test("setup remove keeps a link in place of a folder that it created", () =>
  atKeyDesk(async (desk) => {
    Deno.removeSync(`${desk.home}/.cursor`);
    await works(desk.setup(`${ADDRESS} --client cursor`));
    Deno.mkdirSync(`${desk.home}/dots`);
    Deno.renameSync(`${desk.home}/.cursor`, `${desk.home}/dots/cursor`);
    Deno.symlinkSync("dots/cursor", `${desk.home}/.cursor`);
    await works(desk.setup("remove --yes"));
    equal(Deno.readLinkSync(`${desk.home}/.cursor`), "dots/cursor");
    deepEqual([...Deno.readDirSync(`${desk.home}/dots/cursor`)], []);
  }));

Deno.test("setup remove restores a home with a link above a new folder", () =>
  atKeyDesk(async (desk) => {
    Deno.mkdirSync(`${desk.home}/dots`);
    Deno.symlinkSync("dots", `${desk.home}/.codeium`);
    const before = desk.tree();
    await works(desk.setup(`${ADDRESS} --client windsurf`));
    match((await works(desk.setup("list"))).stdout, /^Windsurf.* +user +connected/m);
    await works(desk.setup("remove --yes"));
    deepEqual(desk.tree(), before);
  }));

Deno.test("setup without a folder for its record reports that, and writes nothing", () =>
  atKeyDesk(async (desk) => {
    const before = desk.tree();
    const words = `${ADDRESS} --client cursor --scope project --key-from-env`;
    const { code, stdout, stderr } = await desk.setup(words, { env: { HOME: "" } });
    equal(code, 1);
    equal(stdout, "");
    match(stderr, /^Error: .*\nHint: Set HOME or XDG_STATE_HOME$/m);
    deepEqual(desk.tree(), before);
  }));

Deno.test("setup does not read pipes or devices", () =>
  atKeyDesk(async (desk) => {
    await new Deno.Command("mkfifo", { args: [`${desk.home}/${CURSOR}`] }).output();
    Deno.removeSync(`${desk.home}/.codex/config.toml`);
    Deno.symlinkSync("/dev/null", `${desk.home}/.codex/config.toml`);
    const { code, stderr } = await desk.setup(`${ADDRESS} --client cursor,codex`);
    equal(code, 1);
    match(stderr, /^Error: Cannot read '~\/\.cursor\/mcp\.json' \(not a regular file\)\.$/m);
    match(stderr, /^Error: Cannot read '\/dev\/null' \(not a regular file\)\.$/m);
    equal(Deno.readLinkSync(`${desk.home}/.codex/config.toml`), "/dev/null");
    match((await works(desk.setup("list"))).stdout, /^Cursor +user +broken/m);
  }));

Deno.test("setup keeps the first backup of a file", () =>
  atKeyDesk(async (desk) => {
    const before = '{ "mcpServers": { "b": {} } }';
    desk.write(CURSOR, before);
    await works(desk.setup(`${ADDRESS} --client cursor`));
    await works(desk.setup(`${ADDRESS} --api-key-stdin --client cursor`, { stdin: `${KEY}9` }));
    equal(desk.read(COPY), before);
  }));

Deno.test("setup remove handles agents that share an entry, with its ignore line and backup", () =>
  atKeyDesk(async (desk) => {
    await git(desk, "init", "--quiet");
    desk.write("shop/.mcp.json", "{}\n");
    desk.write("shop/.gitignore", "dist\n");
    const before = desk.tree();
    const host = createDiskHost((name) => desk.env[name], desk.home, () => {});
    const local = { ...OPTIONS, key: null, scope: "project", project: desk.project } as const;
    const person = personWho(() => {});
    for (const runs of [[["claude-code", "qoder"]], [["claude-code"], ["qoder"]]]) {
      for (const clients of runs) await connect(host, { ...local, clients }, person);
      match(desk.read("shop/.gitignore"), /^\/\.mcp\.json\*$/m);
      // From anywhere.
      const { stdout } = await works(
        desk.setup("remove --client qoder --yes", { cwd: desk.home }),
      );
      match(stdout, /^Removed 'layerwright' from 2 files$/m);
      deepEqual(desk.tree(), before);
    }
  }));

/** Changes to the file with the key in a project, and the exit code of the removal. */
const IGNORED: readonly (readonly [what: string, happen: (desk: Desk) => unknown, code: number])[] =
  [
    [
      "has an entry of another name",
      ({ setup }) => works(setup(`${ADDRESS} --client cursor --scope project --name spare`)),
      0,
    ],
    [
      "does not parse",
      ({ read, write }) => write(`shop/${CURSOR}`, read(`shop/${CURSOR}`).slice(1)),
      1,
    ],
    ["cannot be read", ({ home }) => {
      Deno.renameSync(`${home}/shop/${CURSOR}`, `${home}/key`);
      Deno.mkdirSync(`${home}/shop/${CURSOR}`);
    }, 1],
    [
      "leaves a backup",
      ({ read, write }) =>
        write(`shop/${CURSOR}`, read(`shop/${CURSOR}`).replace('"url"', '"x": 1, "url"')),
      0,
    ],
  ];

for (const [what, happen, code] of IGNORED) {
  Deno.test(`setup remove keeps the ignore line of a file that ${what}`, () =>
    atKeyDesk(async (desk) => {
      await git(desk, "init", "--quiet");
      const host = createDiskHost((name) => desk.env[name], desk.home, () => {});
      const local = { ...OPTIONS, key: null, scope: "project", project: desk.project } as const;
      await connect(host, { ...local, clients: ["cursor"] }, personWho(() => {}));
      await happen(desk);
      const ignored = desk.read("shop/.gitignore");
      equal((await desk.setup("remove --yes")).code, code);
      equal(desk.read("shop/.gitignore"), ignored);
    }));
}

Deno.test("setup remove reports missing projects and entries of other names", () =>
  atKeyDesk(async (desk) => {
    await works(desk.setup(`${ADDRESS} --client cursor --scope project`));
    await works(desk.setup(`${ADDRESS} --client codex --name spare`));
    Deno.renameSync(desk.project, `${desk.home}/moved`);
    const { stdout, stderr } = await works(desk.setup("remove --yes", { cwd: desk.home }));
    match(
      stderr,
      /^Warning: ~\/shop no longer exists; its \.cursor\/mcp\.json may contain the key$/m,
    );
    match(stdout, /layerwright setup remove --name spare$/m);
    const spare = await works(desk.setup("remove --yes --name spare", { cwd: desk.home }));
    equal(spare.stderr, "");
    doesNotMatch(spare.stdout, /--name/);
  }));

Deno.test("setup adopts an entry that equals its own", () =>
  atKeyDesk(async (desk) => {
    await works(desk.setup(`${ADDRESS} --client cursor`));
    Deno.removeSync(`${desk.home}/${RECORD}`);
    const synced = desk.tree();
    match((await works(desk.setup(`${ADDRESS} --client cursor`))).stdout, /unchanged/);
    deepEqual(desk.tree(), synced);
    match((await works(desk.setup("list"))).stdout, /^Cursor +user +connected/m);
    await works(desk.setup(`${ADDRESS} --api-key-stdin --client cursor`, { stdin: `${KEY}9` }));
    match(desk.read(CURSOR), new RegExp(`${KEY}9`));
    await works(desk.setup("remove --yes"));
    doesNotMatch(desk.read(CURSOR), /layerwright/);
  }));

/** Forged changes of a record. */
const FORGERIES:
  readonly (readonly [what: string, forge: (text: string, home: string) => string])[] = [
    [
      "a folder elsewhere",
      (text, home) => text.replace('"folders": []', `"folders": ["${home}/.claude.json"]`),
    ],
    ["a relative path", (text, home) => text.replaceAll(`${home}/${CURSOR}`, CURSOR)],
    ["a path with dots", (text, home) => text.replaceAll(`${home}/`, `${home}/../`)],
    ["a negative count", (text) => text.replace(/"keys": \d/, '"keys": -1')],
    [
      "a backup of another name",
      (text, home) => text.replace(/"backup": "[^"]*"/, `"backup": "${home}/.claude.json"`),
    ],
  ];

for (const [what, forge] of FORGERIES) {
  Deno.test(`setup remove rejects a record with ${what}, and removes nothing`, () =>
    atKeyDesk(async (desk) => {
      desk.write(CURSOR, "{}");
      await works(desk.setup(`${ADDRESS} --client cursor`));
      const text = desk.read(RECORD);
      desk.write(RECORD, forge(text, desk.home));
      const before = desk.tree();
      const { code, stderr } = await desk.setup("remove --yes");
      equal(code, 1, text);
      match(stderr, /^Error: Cannot read .*setup\.json' \(not in this version's format\)\.$/m);
      deepEqual(desk.tree(), before);
    }));
}

Deno.test("setup remove undoes a record of the previous version, and keeps its backup", () =>
  atKeyDesk(async (desk) => {
    desk.write(CURSOR, '{ "b": 1 }');
    await works(desk.setup(`${ADDRESS} --client cursor`));
    const file = `${desk.home}/${CURSOR}`;
    desk.write(
      RECORD,
      JSON.stringify({
        version: 1,
        entries: [{
          client: "cursor",
          file,
          format: "jsonc",
          place: { container: ["mcpServers"], kind: "map", name: "layerwright" },
          made: { keys: 1 },
        }],
        files: { [file]: { start: null, folders: [], hasBackup: true } },
      }),
    );
    match((await works(desk.setup("list"))).stdout, /^Cursor +user +connected/m);
    await works(desk.setup("remove --yes"));
    equal(desk.read(CURSOR), '{ "b": 1 }');
    equal(desk.read(COPY), '{ "b": 1 }');
  }));
