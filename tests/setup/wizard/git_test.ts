/** Projects in git: warnings about keys, and lines in .gitignore. */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { connect } from "../../../setup/connect.ts";
import { createDiskHost } from "../../../setup/disk_host.ts";
import { readRecord } from "../../../setup/record_file.ts";
import { EMPTY_RECORD } from "../../../setup/record.ts";
import { runToEnd } from "../../commands/run_cli.ts";
import { type Tree, writeFiles } from "../../workspace/tree.ts";
import { atDesk, type Desk, git } from "./desk.ts";
import { OPTIONS, personWho } from "./person.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";

const WORDS = "--url http://127.0.0.1:4/mcp --api-key-stdin --client claude-code --scope project " +
  "--no-verify --yes";

const EXPOSED = /^Warning: ~\/shop\/\.mcp\.json would add the key to git$/m;
const TRACKED = /^Warning: ~\/shop\/\.mcp\.json is in git: the key would be committed$/m;

interface Project {
  readonly behaviour: string;
  readonly prepare: (desk: Desk) => unknown;
  /** The warning of the dry run and the real run; `null` if the key is safe. */
  readonly warns: RegExp | null;
}

const PROJECTS: readonly Project[] = [
  {
    behaviour: "is in no repository",
    prepare: ({ project }) => Deno.removeSync(`${project}/.git`, { recursive: true }),
    warns: null,
  },
  { behaviour: "ignores nothing", prepare: () => {}, warns: EXPOSED },
  {
    behaviour: "ignores the file, its backups and its drafts",
    prepare: ({ write }) => write("shop/.gitignore", ".mcp.json*\n"),
    warns: null,
  },
  {
    behaviour: "ignores the file, but not its backup",
    prepare: ({ write }) => write("shop/.gitignore", ".mcp.json\n"),
    warns: EXPOSED,
  },
  {
    behaviour: "ignores the file, and then negates that",
    prepare: ({ write }) => write("shop/.gitignore", "/.mcp.json*\n!/.mcp.json\n"),
    warns: EXPOSED,
  },
  {
    behaviour: "ignores the file in a .gitignore above the project",
    prepare: async (desk) => {
      Deno.renameSync(`${desk.project}/.git`, `${desk.home}/.git`);
      await desk.write(".gitignore", "shop/.mcp.json*\n");
    },
    warns: null,
  },
  {
    behaviour: "ignores the file in .git/info/exclude",
    prepare: ({ write }) => write("shop/.git/info/exclude", ".mcp.json*\n"),
    warns: null,
  },
  {
    behaviour: "tracks and ignores the file",
    prepare: async (desk) => {
      desk.write("shop/.mcp.json", "{}\n");
      await git(desk, "add", ".mcp.json");
      desk.write("shop/.gitignore", ".mcp.json*\n");
    },
    warns: TRACKED,
  },
];

for (const { behaviour, prepare, warns } of PROJECTS) {
  Deno.test(`setup ${warns === null ? "does not warn" : "warns"} if a project ${behaviour}`, () =>
    atDesk(async (desk) => {
      await git(desk, "init", "--quiet");
      await prepare(desk);
      const before = desk.tree();
      for (const state of ["done", "unchanged"]) {
        const done = await desk.setup(WORDS, { stdin: KEY });
        equal(done.code, 0, done.stderr);
        match(done.stdout, new RegExp(`^  ${state} `, "m"));
        if (warns === null) equal(done.stderr, "");
        else match(done.stderr, warns);
      }
      await desk.setup("remove --yes");
      deepEqual(desk.tree(), before);
    }));
}

Deno.test("setup warns about every file in a repository without git installed", () =>
  atDesk(async (desk) => {
    await git(desk, "init", "--quiet");
    desk.write("shop/.gitignore", ".mcp.json*\n");
    const env = { PATH: desk.home };
    match((await desk.setup(WORDS, { stdin: KEY, env })).stderr, EXPOSED);
  }));

/** Settings that make git run programs. */
const PROGRAMS = [
  "alias.check-ignore",
  "alias.ls-files",
  "core.alternateRefsCommand",
  "core.askPass",
  "core.editor",
  "core.fsmonitor",
  "core.gitProxy",
  "core.pager",
  "core.sshCommand",
  "credential.helper",
  "diff.external",
  "filter.all.clean",
  "filter.all.smudge",
  "gpg.program",
  "pager.ls-files",
  "remote.origin.uploadpack",
];

/** Points each of these settings in the repository to a program that leaves a mark. */
async function makeHostile(desk: Desk): Promise<void> {
  desk.write("bad", `#!/bin/sh\ntouch ${desk.home}/ran\n`);
  desk.write("hooks/post-index-change", `#!/bin/sh\ntouch ${desk.home}/ran\n`);
  for (const path of ["bad", "hooks/post-index-change"]) {
    Deno.chmodSync(`${desk.home}/${path}`, 0o755);
  }
  for (const name of PROGRAMS) await git(desk, "config", name, `${desk.home}/bad`);
  await git(desk, "config", "core.hooksPath", `${desk.home}/hooks`);
  desk.write("shop/.git/info/attributes", "* filter=all\n");
}

Deno.test("setup runs no program that a repository's settings name", () =>
  atDesk(async (desk) => {
    await git(desk, "init", "--quiet");
    await makeHostile(desk);
    match((await desk.setup(WORDS, { stdin: KEY })).stderr, EXPOSED);
    equal(desk.tree()["ran"], undefined);
  }));

interface Remote {
  readonly url: string;
  /** The setting that makes git fetch with a program. */
  readonly setting: string;
}

const REMOTES: readonly Remote[] = [
  { url: "ssh://git.invalid/shop", setting: "core.sshCommand" },
  { url: "git://git.invalid/shop", setting: "core.gitProxy" },
  { url: "../upstream", setting: "remote.origin.uploadpack" },
  { url: "ext::../bad", setting: "core.askPass" },
];

for (const { url, setting } of REMOTES) {
  Deno.test(`setup fetches nothing from ${url} for a partial clone`, () =>
    atDesk(async (desk) => {
      await makePartialClone(desk, { ".codex/notes": "Mine\n" });
      await git(desk, "config", "remote.origin.url", url);
      await git(desk, "config", setting, `${desk.home}/bad`);
      const before = desk.tree();
      // Git itself runs the program, to fetch the `.gitignore`.
      await rejects(git(desk, "check-ignore", "--", ".codex/config.toml"));
      ok(desk.tree()["ran"] !== undefined, "git runs the program");
      Deno.removeSync(`${desk.home}/ran`);
      for (const more of [" --dry-run", ""]) {
        const { stderr } = await desk.setup(CODEX + more, { stdin: KEY });
        match(stderr, CODEX_EXPOSED);
        equal(desk.tree()["ran"], undefined);
      }
      await desk.setup("remove --yes");
      deepEqual(desk.tree(), before);
    }));
}

Deno.test("setup fetches no missing folder of a partial clone, and treats its files as exposed", () =>
  atDesk(async (desk) => {
    await makePartialClone(desk, { ".codex/config.toml": "a = 1\n" });
    await git(desk, "config", "remote.origin.url", "ssh://git.invalid/shop");
    await git(desk, "config", "core.sshCommand", `${desk.home}/bad`);
    desk.write("shop/.git/info/exclude", ".codex\n");
    match((await desk.setup(`${CODEX} --dry-run`, { stdin: KEY })).stderr, CODEX_TRACKED);
    const folder = (await git(desk, "rev-parse", "HEAD:.codex")).trim();
    await dropObject(desk, folder);
    match((await desk.setup(`${CODEX} --dry-run`, { stdin: KEY })).stderr, CODEX_EXPOSED);
    equal(desk.tree()["ran"], undefined);
  }));

const CODEX = WORDS.replace("claude-code", "codex");
const CODEX_EXPOSED = /^Warning: ~\/shop\/\.codex\/config\.toml would add the key to git$/m;
const CODEX_TRACKED = /^Warning: ~\/shop\/\.codex\/config\.toml is in git: /m;

/**
 * Makes the project a partial clone. The folder `.codex` is only in the index, and the clone lacks
 * the contents of its files. A program `bad` in the home leaves a mark when it runs.
 */
async function makePartialClone(desk: Desk, files: Tree): Promise<void> {
  desk.write("bad", `#!/bin/sh\ntouch ${desk.home}/ran\n`);
  Deno.chmodSync(`${desk.home}/bad`, 0o755);
  await git(desk, "init", "--quiet", "--initial-branch=main");
  writeFiles(desk.project, { ".codex/.gitignore": "*.log\n", ...files });
  await git(desk, "add", ".");
  await git(desk, "commit", "--quiet", "--message=Start");
  await git(desk, "config", "uploadpack.allowFilter", "true");
  Deno.renameSync(desk.project, `${desk.home}/upstream`);
  Deno.mkdirSync(desk.project);
  const from = `file://${desk.home}/upstream`;
  await git(desk, "clone", "--quiet", "--filter=blob:none", "--sparse", from, ".");
  await git(desk, "sparse-checkout", "init", "--cone", "--sparse-index");
  await git(desk, "config", "protocol.allow", "always");
}

/** Removes an object from the project's repository. */
async function dropObject(desk: Desk, id: string): Promise<void> {
  const packs = `${desk.project}/.git/objects/pack`;
  Deno.renameSync(packs, `${desk.home}/packs`);
  for (const { name } of Deno.readDirSync(`${desk.home}/packs`)) {
    if (!name.endsWith(".pack")) continue;
    const unpack = ["sh", "-c", `git unpack-objects -q < ${desk.home}/packs/${name}`];
    equal((await runToEnd(unpack, { cwd: desk.project, env: desk.env })).code, 0);
  }
  Deno.removeSync(`${desk.project}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
}

Deno.test("setup's lines in .gitignore exclude all its files, except tracked ones", () =>
  atDesk(async (desk) => {
    await git(desk, "init", "--quiet");
    desk.write("shop/.mcp.json", "{}\n");
    desk.write("shop/.codex/config.toml", "a = 1\n");
    desk.write("shop/.cursor/mcp.json", "{}\n");
    await git(desk, "add", ".cursor/mcp.json");
    const host = createDiskHost((name) => desk.env[name], desk.home, () => {});
    const options = { ...OPTIONS, scope: "project", project: desk.project } as const;
    const { diagnostics } = await connect(host, options, personWho(() => {}));
    deepEqual(diagnostics.map(({ message }) => message), [
      "~/shop/.cursor/mcp.json is in git: the key would be committed",
    ]);
    equal(desk.read("shop/.gitignore"), "/.mcp.json*\n/.codex/config.toml*\n");
    const listed = await git(desk, "status", "--porcelain", "--untracked-files=all");
    deepEqual(listed.trimEnd().split("\n"), [
      "AM .cursor/mcp.json",
      "?? .cursor/mcp.json.before-layerwright",
      "?? .gitignore",
    ]);
  }));

Deno.test("setup writes no key if it cannot write the line in .gitignore", () =>
  atDesk(async (desk) => {
    await git(desk, "init", "--quiet");
    const host = createDiskHost((name) => desk.env[name], desk.home, () => {});
    const options = {
      ...OPTIONS,
      clients: ["cursor"],
      scope: "project",
      project: desk.project,
    } as const;
    const person = {
      ...personWho(() => {}),
      confirm(question: string) {
        if (question.startsWith("Write")) desk.write("shop/.gitignore", "dist\n");
        return Promise.resolve(true);
      },
    };
    const { diagnostics } = await connect(host, options, person);
    deepEqual(diagnostics.map(({ message }) => message), [
      "~/shop/.gitignore changed since the preview.",
    ]);
    equal(desk.read("shop/.gitignore"), "dist\n");
    equal(desk.tree()["shop/.cursor/mcp.json"], undefined);
    const kept = readRecord(host);
    deepEqual("record" in kept && kept.record, EMPTY_RECORD);
  }));
