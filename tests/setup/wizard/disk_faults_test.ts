/** Disks with faults: files that setup cannot write stay unchanged, and it writes the others. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { CLI_COMMAND, type CliResult, runToEnd } from "../../commands/run_cli.ts";
import { testInFullTier } from "../../tools/tier.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { readTree, type Tree, writeFiles } from "../../workspace/tree.ts";
import { deskEnvironment, FILES, hasNoKey, withoutOwn } from "./desk.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";

/** The files, in the order in which setup writes them. */
const PATHS = [".claude.json", ".codex/config.toml", ".gemini/settings.json", ".cursor/mcp.json"];

const CONNECT = "--url http://127.0.0.1:4/mcp --api-key-stdin --no-verify --yes " +
  "--client claude-code,codex,gemini-cli,cursor";

interface Fault {
  readonly behaviour: string;
  /** Shell commands that run in the home before the wizard. */
  readonly spoil: string;
  /** The files that stay as they are; all others are written. */
  readonly kept: readonly string[];
  readonly code?: number;
  readonly says: RegExp;
  /** Whether only the full tier tries it: the wizard meets it in the same way as its neighbour. */
  readonly isSlow?: true;
}

const FAULTS: readonly Fault[] = [
  {
    behaviour: "a disk that is too small for one of the files",
    spoil: "(head -c -2 .claude.json; printf '%120000s' ''; echo '}') > big; mv big .claude.json",
    kept: [".claude.json"],
    says: /^Error: Cannot write '~\/\.claude\.json' \(No space left on device\)\.$/m,
  },
  {
    behaviour: "a full disk",
    spoil: "cat /dev/zero > filler || true",
    kept: PATHS,
    says:
      /^Error: Cannot write '~\/\.local\/state\/layerwright\/setup\.json' \(No space left on device\)\.$/m,
  },
  {
    behaviour: "a read-only disk",
    spoil: "mount -o remount,bind,ro .",
    kept: PATHS,
    says: /^Error: Cannot write .*setup\.json' \(.*\)\.$/m,
    isSlow: true,
  },
  {
    behaviour: "a read-only home",
    spoil: "chmod 555 .",
    kept: PATHS,
    says: /^Error: Cannot write .*setup\.json' \(.*\)\.$/m,
    isSlow: true,
  },
  {
    behaviour: "a read-only file",
    spoil: "chmod 444 .codex/config.toml",
    kept: [".codex/config.toml"],
    says: /^Error: Cannot write '~\/\.codex\/config\.toml' \(Permission denied\)\.$/m,
  },
  {
    behaviour: "a read-only folder",
    spoil: "chmod 555 .cursor .codex",
    kept: [".cursor/mcp.json", ".codex/config.toml"],
    says: /^Error: Cannot write '~\/\.cursor\/mcp\.json' \(Permission denied\)\.$/m,
    isSlow: true,
  },
  {
    behaviour: "an unreadable file",
    spoil: "chmod 000 .codex/config.toml",
    kept: [".codex/config.toml"],
    says: /^Error: Cannot read '~\/\.codex\/config\.toml' \(Permission denied\)\.$/m,
    isSlow: true,
  },
  {
    behaviour: "an unreadable folder",
    spoil: "chmod 000 .gemini",
    kept: [".gemini/settings.json"],
    says: /^Error: Cannot read '~\/\.gemini\/settings\.json' \(Permission denied\)\.$/m,
  },
  {
    behaviour: "a file of another user",
    spoil: "chown 1234:1234 .claude.json",
    kept: [".claude.json"],
    says: /^Error: Cannot write '~\/\.claude\.json' \(Permission denied\)\.$/m,
  },
  {
    behaviour: "a folder in place of a file",
    spoil: "mkdir .cursor/mcp.json",
    kept: [".cursor/mcp.json/"],
    says: /^Error: Cannot read '~\/\.cursor\/mcp\.json' \(Is a directory\)\.$/m,
    isSlow: true,
  },
  {
    behaviour: "a link to itself",
    spoil: "ln -s mcp.json .cursor/mcp.json",
    kept: [".cursor/mcp.json"],
    says: /^Error: Cannot read '~\/\.cursor\/mcp\.json' \(Too many levels of symbolic links\)\.$/m,
    isSlow: true,
  },
  {
    behaviour: "a file that is not text",
    spoil: String.raw`printf '\377\376{\0}\0' > .cursor/mcp.json`,
    kept: [".cursor/mcp.json"],
    says: /^Error: Cannot read '~\/\.cursor\/mcp\.json' \(not UTF-8\)\.$/m,
    isSlow: true,
  },
  {
    behaviour: "a world-writable file, which keeps its owner",
    spoil: "chown 1234:1234 .claude.json; chmod 666 .claude.json",
    kept: [],
    code: 0,
    says: /^$/,
  },
  {
    behaviour: "a dotfile that is a link",
    spoil: "mkdir dots; mv .claude.json dots/claude; ln -s dots/claude .claude.json",
    kept: [".claude.json"],
    code: 0,
    says: /^$/,
    isSlow: true,
  },
  {
    behaviour: "a link to a missing file in a missing folder",
    spoil: "ln -s ../dots/agents/cursor.json .cursor/mcp.json",
    kept: [".cursor/mcp.json"],
    code: 0,
    says: /^$/,
  },
];

for (const { behaviour, spoil, kept, code = 1, says, isSlow } of FAULTS) {
  const test = isSlow ? testInFullTier : Deno.test;
  test(`setup loses nothing on ${behaviour}`, () =>
    inTemporaryFolder(async (folder) => {
      const { before, connected, between, removed, after } = await onSmallDisk(folder, spoil);
      match(connected.stderr, says);
      equal(connected.code, code, connected.stdout + connected.stderr);
      hasNoKey(connected, KEY);
      for (const path of PATHS) {
        const isKept = kept.some((each) => each.startsWith(path));
        equal(
          between[path] === before[path],
          isKept,
          `${path} is ${isKept ? "written" : "kept"}\n${connected.stdout}${connected.stderr}`,
        );
      }
      // Files that were not written leave neither drafts nor backups.
      const extra = Object.keys(between).filter((path) =>
        /draft|\.before-/.test(path) && kept.some((each) => path.startsWith(each))
      );
      deepEqual(extra, []);
      equal(removed.code, 0, removed.stderr);
      deepEqual(after, before);
    }));
}

interface Stay {
  readonly before: Tree;
  readonly connected: CliResult;
  readonly between: Tree;
  readonly removed: CliResult;
  readonly after: Tree;
}

/** Connects and removes in a private home of 300 KiB. */
async function onSmallDisk(folder: string, spoil: string): Promise<Stay> {
  const home = join(folder, "home");
  const files = join(folder, "files");
  Deno.mkdirSync(home);
  Deno.mkdirSync(join(folder, "out"));
  writeFiles(files, { ...FILES, ".cursor/.keep": "", "shop/.keep": "" });
  const script = [
    'home="$1"; files="$2"; out="$3"; shift 3',
    'mount -t tmpfs -o size=300k,mode=755 none "$home" && cd "$home" || exit 9',
    'cp -r "$files/." .',
    `{ ${spoil}\n} 2> /dev/null`,
    'cp -a . "$out/before"',
    // Root would ignore the permission bits.
    'wizard() { cat "$out/../key" | setpriv --bounding-set=-dac_override,-dac_read_search "$@" ' +
    '> "$out/$name.stdout" 2> "$out/$name.stderr"; echo $? > "$out/$name.code"; }',
    `name=connected; wizard "$@" ${CONNECT}`,
    'cp -a . "$out/between"',
    'name=removed; wizard "$@" remove --yes',
    'cp -a . "$out/after"',
  ].join("\n");
  Deno.writeTextFileSync(join(folder, "key"), KEY);
  const isolated = ["unshare", "--mount", ...(Deno.uid() === 0 ? [] : ["--map-root-user"])];
  const { code, stderr } = await runToEnd([
    ...isolated,
    ...["bash", "-c", script, "", home, files, join(folder, "out")],
    ...CLI_COMMAND,
    "setup",
  ], { cwd: folder, env: { ...await deskEnvironment(home), PATH: Deno.env.get("PATH") ?? "" } });
  equal(code, 0, stderr);
  const read = (name: string) => Deno.readTextFileSync(join(folder, "out", name));
  const result = (name: string): CliResult => ({
    code: Number(read(`${name}.code`)),
    stdout: read(`${name}.stdout`),
    stderr: read(`${name}.stderr`),
  });
  const tree = (name: string) => withOwners(join(folder, "out", name));
  return {
    before: tree("before"),
    connected: result("connected"),
    between: tree("between"),
    removed: result("removed"),
    after: tree("after"),
  };
}

/** Returns a tree with the owners of other users' files. */
function withOwners(root: string): Tree {
  const entries = Object.entries(withoutOwn(readTree(root)));
  return Object.fromEntries(entries.map(([path, text]) => {
    const { uid } = Deno.lstatSync(join(root, path));
    return [path, uid === 1234 ? `${uid} ${text}` : text];
  }));
}
