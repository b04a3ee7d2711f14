/** Kills at every write: each file is old or new, and removal still works. */

import { deepEqual, ok } from "node:assert/strict";
import { connect } from "../../../setup/connect.ts";
import { createDiskHost } from "../../../setup/disk_host.ts";
import type { SetupOptions } from "../../../setup/options.ts";
import { remove } from "../../../setup/remove.ts";
import { CLI_COMMAND } from "../../commands/run_cli.ts";
import { IS_FULL_TIER, testInFullTier } from "../../tools/tier.ts";
import {
  failAt,
  killAt,
  MissedPoint,
  type WritePoint,
  writePointsOf,
} from "../../workspace/strace.ts";
import type { Tree } from "../../workspace/tree.ts";
import { atDesk, type Desk } from "./desk.ts";
import { OPTIONS } from "./person.ts";

const CONNECT = "--url http://127.0.0.1:4/mcp --client codex,gemini-cli,cursor,opencode " +
  "--no-verify --yes";
const REMOVE = "remove --yes";

/** The options of {@linkcode CONNECT}, for runs in this process. */
const CONNECTED: SetupOptions = {
  ...OPTIONS,
  key: null,
  clients: ["codex", "gemini-cli", "cursor", "opencode"],
  yes: true,
};

const PATHS = [
  ".codex/config.toml",
  ".gemini/settings.json",
  ".cursor/mcp.json",
  ".config/opencode/opencode.jsonc",
];

/** Maximum concurrent traced runs. */
const AT_ONCE = 3;

/** A way in which a run ends early, and the commands before and after. */
interface Ending {
  readonly behaviour: string;
  /** The steps before the run. */
  readonly before: readonly string[];
  readonly words: string;
  readonly end: (point: WritePoint, command: readonly string[], home: string) => Promise<unknown>;
  /** The steps that restore the original home. */
  readonly after: readonly string[];
  /** Whether only the full tier tries it: others end in the same way. */
  readonly isSlow?: true;
}

const ENDINGS: readonly Ending[] = [
  {
    behaviour: "setup that is killed can be undone",
    before: [],
    words: CONNECT,
    end: killAt,
    after: [REMOVE],
  },
  {
    behaviour: "setup that is killed can be run again, and then undone",
    before: [],
    words: CONNECT,
    end: killAt,
    after: [CONNECT, REMOVE],
    isSlow: true,
  },
  {
    behaviour: "setup remove that is killed can be run again",
    before: [CONNECT],
    words: REMOVE,
    end: killAt,
    after: [REMOVE],
  },
  {
    behaviour: "setup with a failed write can be undone",
    before: [],
    words: CONNECT,
    end: failAt,
    after: [REMOVE],
  },
];

for (const [index, { behaviour, before, words, end, after, isSlow }] of ENDINGS.entries()) {
  const test = isSlow ? testInFullTier : Deno.test;
  test(`${behaviour}, and leaves each file old or new`, async () => {
    const { points, texts } = await rehearsal(before, words);
    let missed = 0;
    const endAt = (point: WritePoint) =>
      atLocalDesk(async (desk) => {
        const start = desk.tree();
        for (const each of before) await runHere(desk, each);
        const old = agentTexts(desk.tree());
        try {
          await end(point, command(desk, words), desk.home);
        } catch (problem) {
          // The run may end at another point. The same checks hold there.
          if (!(problem instanceof MissedPoint)) throw problem;
          missed++;
        }
        for (const [index, text] of agentTexts(desk.tree()).entries()) {
          ok(text === old[index] || text === texts[index], `${point.shown}: ${text}`);
        }
        for (const each of after) await runHere(desk, each);
        deepEqual(desk.tree(), start, point.shown);
      });
    const all = chosen(points, index);
    for (let done = 0; done < all.length; done += AT_ONCE) {
      await Promise.all(all.slice(done, done + AT_ONCE).map(endAt));
    }
    ok(missed < all.length || !IS_FULL_TIER, "points are hit");
  });
}

const rehearsals = new Map<string, ReturnType<typeof rehearse>>();

/** Finds the writes of a run and its result once for all tests. */
function rehearsal(before: readonly string[], words: string): ReturnType<typeof rehearse> {
  const found = rehearsals.get(words) ?? rehearse(before, words);
  rehearsals.set(words, found);
  return found;
}

async function rehearse(before: readonly string[], words: string) {
  return await atLocalDesk(async (desk) => {
    for (const each of before) await runHere(desk, each);
    const points = await writePointsOf(command(desk, words), desk.home);
    return { points, texts: agentTexts(desk.tree()) };
  });
}

/** Runs setup in this process. Only the killed run needs its own process. */
async function runHere(desk: Desk, words: string): Promise<void> {
  const host = createDiskHost((name) => desk.env[name], desk.project, () => {});
  if (words === CONNECT) await connect(host, CONNECTED, null);
  else await remove(host, { ...CONNECTED, clients: null }, null);
}

/** A desk with a key for the server, at which nothing needs to be typed. */
async function atLocalDesk<T>(test: (desk: Desk) => Promise<T>): Promise<T> {
  return await atDesk((desk) => {
    const keys = { "http://127.0.0.1:4/mcp": "lw_0123456789abcdef0123456789abcdef" };
    desk.write(".config/layerwright/credentials.json", JSON.stringify({ version: 1, keys }));
    return test(desk);
  });
}

/**
 * Returns the command that starts the wizard. Neither the wizard's working folder nor Deno's files
 * are below the home.
 */
function command({ env }: Desk, words: string): readonly string[] {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ["env", "-i", "-C", "/", ...variables, ...CLI_COMMAND, "setup", ...words.split(" ")];
}

/** Returns all points in the full tier, otherwise one, which is later for each way of ending. */
function chosen(points: readonly WritePoint[], ending: number): readonly WritePoint[] {
  ok(points.length > ENDINGS.length, "the writes are found");
  const share = Math.floor(points.length * (ending + 0.5) / ENDINGS.length);
  return points.filter((_, index) => IS_FULL_TIER || index === share);
}

function agentTexts(tree: Tree): (string | undefined)[] {
  return PATHS.map((path) => tree[path]);
}
