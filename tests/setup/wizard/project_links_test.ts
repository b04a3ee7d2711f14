/** Links in projects: a stranger's repository must not make setup write outside. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../../setup/connect.ts";
import { createDiskHost } from "../../../setup/disk_host.ts";
import { atDesk, type Desk, git } from "./desk.ts";
import { OPTIONS, personWho } from "./person.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";

const LOCAL = "--client cursor --scope project --no-verify --yes";
const ADDRESS = `--url http://127.0.0.1:4/mcp ${LOCAL}`;

/** Kinds of connections. Setup must write none of these entries outside the project. */
const ENTRIES: Readonly<Record<string, string>> = {
  "an address with a key": `${ADDRESS} --api-key-stdin`,
  "an address with a variable": `${ADDRESS} --key-from-env`,
  "a server that agents start": `${LOCAL} --stdio`,
};

const FILE = ".cursor/mcp.json";

/** The targets of links, by path in the project, and the messages. */
const LINKS: readonly (readonly [links: Readonly<Record<string, string>>, says: RegExp])[] = [
  [{ [FILE]: "../../out/mcp.json" }, /leads out of the project, to\s+~\/out\/mcp\.json/],
  [{ [FILE]: "../../out/new.json" }, /leads out of the project, to\s+~\/out\/new\.json/],
  [{ [FILE]: "../../new/new.json" }, /leads out of the project, to\s+~\/new\/new\.json/],
  [
    { [FILE]: "../one", one: "two", two: "../.profile" },
    /leads out of the project, to\s+~\/\.profile/,
  ],
  [{ ".cursor": "../out" }, /leads out of the project, to\s+~\/out\/mcp\.json/],
  [{ ".cursor": "../new" }, /leads out of the project, to\s+~\/new\/mcp\.json/],
  [{ ".cursor": "one/out", one: ".." }, /leads out of the project, to\s+~\/out\/mcp\.json/],
  [{ [FILE]: "../new.json" }, /leads to\s+~\/shop\/new\.json, which does not exist/],
  [{ [FILE]: "../.git/hooks/new" }, /leads to\s+~\/shop\/\.git\/hooks\/new, which does not exist/],
  [{ ".cursor": "new" }, /leads to\s+~\/shop\/new\/mcp\.json, which does not exist/],
];

function link({ project }: Desk, links: Readonly<Record<string, string>>): void {
  for (const [path, target] of Object.entries(links)) {
    Deno.mkdirSync(join(project, path, ".."), { recursive: true });
    Deno.symlinkSync(target, join(project, path));
  }
}

for (const [links, says] of LINKS) {
  const shown = Object.entries(links).map((each) => each.join(" -> ")).join(", ");
  Deno.test(`setup writes nothing to a project with the links ${shown}`, () =>
    atDesk(async (desk) => {
      desk.write("out/mcp.json", "{}\n");
      link(desk, links);
      const before = desk.tree();
      for (const [entry, words] of Object.entries(ENTRIES)) {
        for (const more of ["", " --dry-run"]) {
          const { code, stdout, stderr } = await desk.setup(words + more, { stdin: KEY });
          equal(code, 1, `${entry}${more}: ${stdout}`);
          match(stderr, /^Error: Skipped Cursor \(~\/shop\/\.cursor\/mcp\.json /m);
          match(stderr, says);
        }
      }
      deepEqual(desk.tree(), before);
    }));
}

/** Links of a clone to files that only git or Layerwright may write, and the file that each leads to. */
const OWN_FILES: readonly (readonly [links: Readonly<Record<string, string>>, file: string])[] = [
  [{ ".codex/config.toml": "../.git/config" }, ".git/config"],
  [{ ".codex": ".git" }, ".git/config.toml"],
  [{ ".codex": ".layerwright" }, ".layerwright/config.toml"],
  [{ ".codex": "one", one: ".layerwright/routes" }, ".layerwright/routes/config.toml"],
];

for (const [links, file] of OWN_FILES) {
  Deno.test(`setup writes no entry through a link to ${file}`, () =>
    atDesk(async (desk) => {
      await git(desk, "init", "-q");
      desk.write("shop/.layerwright/routes/users", "");
      link(desk, links);
      const before = desk.tree();
      const words = `${ADDRESS} --key-from-env`.replace("cursor", "codex");
      for (const more of ["", " --dry-run"]) {
        const { code, stderr } = await desk.setup(`${words}${more}`);
        equal(code, 1);
        equal(
          stderr.replace(/\s+/g, " "),
          `Error: Skipped Codex (~/shop/.codex/config.toml leads to ~/shop/${file}, ` +
            "which only git or Layerwright may change). ",
        );
        deepEqual(desk.tree(), before);
      }
    }));
}

Deno.test("setup follows a link within the project", () =>
  atDesk(async (desk) => {
    desk.write("shop/agents/mcp.json", "{}\n");
    link(desk, { ".cursor": "agents" });
    const { code, stderr } = await desk.setup(ENTRIES["an address with a key"] ?? "", {
      stdin: KEY,
    });
    equal(code, 0, stderr);
    match(desk.read("shop/agents/mcp.json"), /layerwright/);
  }));

Deno.test("setup list reports links out of the project without reading their files", () =>
  atDesk(async (desk) => {
    const entry =
      '{ "mcpServers": { "layerwright": { "url": "https://secret.example.com/mcp" } } }';
    desk.write("out/mcp.json", entry);
    link(desk, { ".cursor": "../out" });
    const { stdout, stderr } = await desk.setup("list --scope project --client cursor");
    match(stdout, /^Cursor +project +broken +-$/m);
    match(
      stderr,
      /^Warning: Cannot read '~\/shop\/\.cursor\/mcp\.json' \(it leads out of the project/,
    );
  }));

Deno.test("setup remove changes nothing through a new link out of the project", () =>
  atDesk(async (desk) => {
    const { project, home } = desk;
    await desk.setup(ENTRIES["an address with a key"] ?? "", { stdin: KEY });
    // The file outside has an equal entry of the person.
    Deno.renameSync(`${project}/.cursor`, `${home}/out`);
    Deno.symlinkSync("../out", `${project}/.cursor`);
    const before = desk.tree();
    for (const more of ["", " --dry-run"]) {
      const { code, stdout, stderr } = await desk.setup(`remove --yes${more}`);
      match(
        stderr,
        /^Error: Cannot read '~\/shop\/\.cursor\/mcp\.json' \(it leads out of the project, to\s+~\/out\/mcp\.json\)\.$/m,
      );
      equal(code, 1, stdout);
      deepEqual(desk.tree(), before);
    }
    Deno.removeSync(`${project}/.cursor`);
    Deno.renameSync(`${home}/out`, `${project}/.cursor`);
    equal((await desk.setup("remove --yes")).code, 0);
    deepEqual([...Deno.readDirSync(project)], []);
  }));

/** Obstacles at the `.gitignore` of a repository. */
const LISTS: readonly (readonly [what: string, put: (desk: Desk) => void])[] = [
  ["leads out of the project", (desk) => link(desk, { ".gitignore": "../.profile" })],
  ["leads to nothing", (desk) => link(desk, { ".gitignore": "../new" })],
  ["leads to git's own settings", (desk) => link(desk, { ".gitignore": ".git/config" })],
  ["is not text", ({ project }) => {
    Deno.writeFileSync(`${project}/.gitignore`, new Uint8Array([0xff]));
  }],
  ["would get a second line", (desk) => {
    desk.write("shop/a\ntouch ran\n#", "{}\n");
    link(desk, { [FILE]: "../a\ntouch ran\n#" });
  }],
];

for (const [what, put] of LISTS) {
  Deno.test(`setup offers no line if .gitignore ${what}, and warns`, () =>
    atDesk(async (desk) => {
      await git(desk, "init", "--quiet");
      desk.write(".profile", "umask 022\n");
      put(desk);
      const host = createDiskHost((name) => desk.env[name], desk.home, () => {});
      const options = {
        ...OPTIONS,
        clients: ["cursor"],
        scope: "project",
        project: desk.project,
      } as const;
      const config = desk.read("shop/.git/config");
      const asked: string[] = [];
      const person = { ...personWho(() => {}), confirm: ask };
      function ask(question: string): Promise<boolean> {
        asked.push(question);
        return Promise.resolve(true);
      }
      const { diagnostics, status } = await connect(host, options, person);
      equal(status, "applied");
      ok(asked.every((question) => !question.includes(".gitignore")), asked.join("\n"));
      match(diagnostics.map(({ message }) => message).join("\n"), /would add the key to git/);
      equal(desk.read(".profile"), "umask 022\n");
      equal(desk.read("shop/.git/config"), config);
      equal(desk.tree()["new"], undefined);
    }));
}
