import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { configFolder } from "../../core/user_folders.ts";
import { findLocalKey, type LocalKey } from "../../http/local_key.ts";
import { runToEnd } from "../commands/run_cli.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { serverEnvironment } from "./run_server.ts";

type Env = Readonly<Record<string, string>>;

function find(env: Env): LocalKey | Diagnostic {
  return findLocalKey({ kind: "own file" }, (name) => env[name]);
}

function found(key: LocalKey | Diagnostic): LocalKey {
  ok("value" in key);
  return key;
}

function problemOf(key: LocalKey | Diagnostic): Diagnostic {
  ok("severity" in key);
  return key;
}

for (
  const { behaviour, env, folder } of [
    { behaviour: "the home", env: { HOME: "/home/a" }, folder: "/home/a/.config/layerwright" },
    {
      behaviour: "XDG_CONFIG_HOME",
      env: { HOME: "/home/a", XDG_CONFIG_HOME: "/etc/a" },
      folder: "/etc/a/layerwright",
    },
    {
      behaviour: "the home if XDG_CONFIG_HOME is relative",
      env: { HOME: "/home/a", XDG_CONFIG_HOME: "etc" },
      folder: "/home/a/.config/layerwright",
    },
    {
      behaviour: "the home if XDG_CONFIG_HOME is empty",
      env: { HOME: "/home/a", XDG_CONFIG_HOME: "" },
      folder: "/home/a/.config/layerwright",
    },
    { behaviour: "nothing without a home", env: {}, folder: null },
    { behaviour: "nothing with an empty home", env: { HOME: "" }, folder: null },
  ] as const
) {
  Deno.test({
    name: `configFolder uses ${behaviour}`,
    ignore: Deno.build.os === "windows",
    fn: () => equal(configFolder((name) => (env as Env)[name], false), folder),
  });
}

Deno.test("findLocalKey creates a key that only its owner can read, and finds it again", () =>
  inTemporaryFolder((home) => {
    const made = found(find({ HOME: home }));
    equal(made.isNew, true);
    equal(made.path, join(home, ".config/layerwright/local-key"));
    match(made.value, /^lw_[0-9a-f]{64}$/);
    const tree = {
      ".config/": "700",
      ".config/layerwright/": "700",
      ".config/layerwright/local-key": `600 ${made.value}\n`,
    };
    deepEqual(readTree(home), tree);
    deepEqual(find({ HOME: home }), { ...made, isNew: false });
    deepEqual(readTree(home), tree);
  }));

Deno.test("findLocalKey creates a different key for each person", () =>
  inTemporaryFolder((folder) => {
    const keys = ["a", "b", "c"].map((home) => found(find({ HOME: join(folder, home) })).value);
    equal(new Set(keys).size, 3);
  }));

Deno.test("findLocalKey removes the line break after a key", () =>
  inTemporaryFolder((home) => {
    writeFiles(home, { ".config/layerwright/local-key": "\n0123456789abcdef\r\n" });
    equal(found(find({ HOME: home })).value, "0123456789abcdef");
  }));

Deno.test("findLocalKey creates the configured file and its folders", () =>
  inTemporaryFolder((folder) => {
    const path = join(folder, "data/keys/key");
    const key = found(findLocalKey({ kind: "file", path }, () => undefined));
    deepEqual({ path: key.path, isNew: key.isNew }, { path, isNew: true });
    deepEqual(readTree(folder), {
      "data/": "700",
      "data/keys/": "700",
      "data/keys/key": `600 ${key.value}\n`,
    });
  }));

Deno.test("findLocalKey leaves an existing folder's mode unchanged", () =>
  inTemporaryFolder((home) => {
    Deno.mkdirSync(join(home, ".config"), { mode: 0o755 });
    found(find({ HOME: home }));
    equal(readTree(home)[".config/"], "755");
  }));

Deno.test("findLocalKey returns a key from the environment", () => {
  const key = findLocalKey({ kind: "value", value: "0123456789abcdef" }, () => undefined);
  deepEqual(key, { value: "0123456789abcdef", path: null, isNew: false });
});

Deno.test("findLocalKey reports that there is no folder for a key", () => {
  deepEqual(problemOf(find({})), {
    severity: "error",
    code: "server-failed",
    message: "Cannot find a folder for the API key.",
    hint: "Set HOME, LAYERWRIGHT_API_KEY or LAYERWRIGHT_API_KEY_FILE",
    where: null,
  });
});

for (const text of ["", "\n", "short\n", "two words that are long\n", "0123456789abcd\u00e9f\n"]) {
  Deno.test(`findLocalKey refuses a file that holds ${JSON.stringify(text)}, and leaves it`, () =>
    inTemporaryFolder((home) => {
      writeFiles(home, { ".config/layerwright/local-key": text });
      const before = readTree(home);
      const { code, message, hint } = problemOf(find({ HOME: home }));
      equal(code, "usage-option");
      const path = join(home, ".config/layerwright/local-key");
      equal(message, `Invalid key in '${path}' (must be 16 or more visible ASCII characters).`);
      equal(hint, "Create one with 'openssl rand -hex 32'");
      deepEqual(readTree(home), before);
    }));
}

for (
  const { behaviour, path, plant, reason } of [
    {
      behaviour: "is a folder",
      path: "key",
      plant: (folder: string) => Deno.mkdirSync(join(folder, "key")),
      reason: /^Is a directory$/,
    },
    {
      behaviour: "is below a file",
      path: "file/key",
      plant: (folder: string) => Deno.writeTextFileSync(join(folder, "file"), ""),
      reason: /^Not a directory$/,
    },
    {
      behaviour: "links to nothing",
      path: "key",
      plant: (folder: string) => Deno.symlinkSync("nothing", join(folder, "key")),
      reason: /^File exists$/,
    },
    {
      behaviour: "has a name that is too long",
      path: "x".repeat(300),
      plant: () => {},
      reason: /^File name too long$/,
    },
    {
      behaviour: "has a name that leaves no room for a draft",
      path: "x".repeat(250),
      plant: () => {},
      reason: /^File name too long$/,
    },
  ]
) {
  Deno.test(`findLocalKey gives the reason if the key's file ${behaviour}`, () =>
    inTemporaryFolder((folder) => {
      plant(folder);
      const before = readTree(folder);
      const place = join(folder, path);
      const problem = problemOf(findLocalKey({ kind: "file", path: place }, () => undefined));
      equal(problem.code, "server-failed");
      const said = /^Cannot read or create the API key in '(.+)' \((.+)\)\.$/.exec(problem.message);
      equal(said?.[1], place);
      match(said?.[2] ?? "", reason);
      deepEqual(readTree(folder), before);
    }));
}

Deno.test({
  name: "findLocalKey reports an unwritable folder, and not its consequences",
  // Root can write to every folder, except those of the kernel.
  ignore: Deno.build.os !== "linux",
  fn() {
    const place = "/sys/kernel/key";
    const { message } = problemOf(findLocalKey({ kind: "file", path: place }, () => undefined));
    match(
      message,
      /^Cannot read or create the API key in '\/sys\/kernel\/key' \((?:Permission denied|Operation not permitted|Read-only file system)\)\.$/,
    );
  },
});

const CHILD = fileURLToPath(new URL("find_key_child.ts", import.meta.url));

Deno.test("findLocalKey creates one key for servers that start together", () =>
  inTemporaryFolder(async (home) => {
    const command = [Deno.execPath(), "run", "--quiet", "--allow-all", CHILD];
    const env = await serverEnvironment(home);
    const results = await Promise.all(
      Array.from({ length: 6 }, () => runToEnd(command, { cwd: home, env })),
    );
    deepEqual(results.filter(({ code, stderr }) => code !== 0 || stderr !== ""), []);
    const keys = results.map(({ stdout }): LocalKey => JSON.parse(stdout));
    equal(new Set(keys.map(({ value }) => value)).size, 1);
    equal(keys.filter(({ isNew }) => isNew).length, 1);
    deepEqual(Object.keys(readTree(home)), [
      ".config/",
      ".config/layerwright/",
      ".config/layerwright/local-key",
    ]);
  }));
