/** The top of a repository, compared with git's own result. */

import { deepEqual, equal, throws } from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../tools/run_command.ts";
import { repositoryTop } from "../../workspace/repository_top.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

interface Layout {
  readonly behaviour: string;
  /** Prepares a folder, which contains a repository `whole`. */
  readonly script: string;
  /** The folder to start from. */
  readonly from: string;
  /** Git's result: the top folder, `null` outside of repositories, or `refused` if git fails. */
  readonly top: string | null | "refused";
}

const COMMIT = "git -C whole commit --quiet --allow-empty --message first";
const SHOP = "mkdir -p whole/apps/shop/.git";
const GIT = "whole/apps/shop/.git";

const LAYOUTS: readonly Layout[] = [
  { behaviour: "no repository", script: "mkdir shop", from: "shop", top: null },
  { behaviour: "the top", script: "true", from: "whole", top: "whole" },
  { behaviour: "a folder", script: "mkdir -p whole/a/b", from: "whole/a/b", top: "whole" },
  {
    behaviour: "a detached HEAD",
    script: `${COMMIT} && git -C whole checkout --quiet --detach`,
    from: "whole",
    top: "whole",
  },
  {
    behaviour: "hashes of 64 digits",
    script:
      "git init --quiet --object-format=sha256 new && cd new && git commit --quiet --allow-empty --message first && git checkout --quiet --detach",
    from: "new",
    top: "new",
  },
  {
    behaviour: "a .git whose HEAD is a link",
    script: "ln -sf refs/heads/main whole/.git/HEAD",
    from: "whole",
    top: "whole",
  },
  {
    behaviour: "a .git whose HEAD is a link out of refs",
    script: `${SHOP} && cp -R whole/.git apps && mv apps/* ${GIT}/ && ln -sf ../x ${GIT}/HEAD`,
    from: "whole/apps/shop",
    top: "whole",
  },
  {
    behaviour: "a .git that is a link",
    script: "mkdir shop && ln -s ../whole/.git shop/.git",
    from: "shop",
    top: "shop",
  },
  { behaviour: "an empty .git", script: SHOP, from: "whole/apps/shop", top: "whole" },
  {
    behaviour: "a .git with only HEAD",
    script: `${SHOP} && cp whole/.git/HEAD ${GIT}/`,
    from: "whole/apps/shop",
    top: "whole",
  },
  {
    behaviour: "a .git without refs",
    script: `${SHOP} && cp -R whole/.git/HEAD whole/.git/objects ${GIT}/`,
    from: "whole/apps/shop",
    top: "whole",
  },
  {
    behaviour: "a .git without objects",
    script: `${SHOP} && cp -R whole/.git/HEAD whole/.git/refs ${GIT}/`,
    from: "whole/apps/shop",
    top: "whole",
  },
  {
    behaviour: "a .git with other text in HEAD",
    script: `${SHOP} && mkdir ${GIT}/refs ${GIT}/objects && echo 'ref: main' > ${GIT}/HEAD`,
    from: "whole/apps/shop",
    top: "whole",
  },
  {
    behaviour: "a .git with a short hash",
    script: `${SHOP} && mkdir ${GIT}/refs ${GIT}/objects && echo 0123456 > ${GIT}/HEAD`,
    from: "whole/apps/shop",
    top: "whole",
  },
  {
    behaviour: "a .git whose HEAD is a folder",
    script: `${SHOP} && mkdir ${GIT}/refs ${GIT}/objects ${GIT}/HEAD`,
    from: "whole/apps/shop",
    top: "whole",
  },
  {
    behaviour: "a .git with HEAD, refs and objects",
    script: `${SHOP} && mkdir ${GIT}/refs ${GIT}/objects && echo 'ref:refs/x' > ${GIT}/HEAD`,
    from: "whole/apps/shop",
    top: "whole/apps/shop",
  },
  {
    behaviour: "a .git that is a pipe",
    script: "mkdir whole/shop && mkfifo whole/shop/.git",
    from: "whole/shop",
    top: "whole",
  },
  {
    behaviour: "a worktree",
    script: `${COMMIT} && git -C whole worktree add --quiet ../tree && mkdir tree/a`,
    from: "tree/a",
    top: "tree",
  },
  {
    behaviour: "a .git whose commondir names another .git",
    script: `${SHOP} && cp whole/.git/HEAD ${GIT}/ && echo ../../../.git > ${GIT}/commondir`,
    from: "whole/apps/shop",
    top: "whole/apps/shop",
  },
  {
    behaviour: "a .git whose commondir is empty",
    script: `${SHOP} && cp -R whole/.git/. ${GIT} && : > ${GIT}/commondir`,
    from: "whole/apps/shop",
    top: "refused",
  },
  {
    behaviour: "a .git that is a file with other text",
    script: `mkdir whole/shop && echo x > whole/shop/.git`,
    from: "whole/shop",
    top: "refused",
  },
  {
    behaviour: "a .git that is a file with a missing target",
    script: `mkdir whole/shop && echo 'gitdir: ../x' > whole/shop/.git`,
    from: "whole/shop",
    top: "refused",
  },
  {
    behaviour: "a bare repository",
    script: "git init --quiet --bare whole/bare && mkdir whole/bare/a",
    from: "whole/bare/a",
    top: null,
  },
  { behaviour: "git's own folder", script: "mkdir whole/.git/a", from: "whole/.git/a", top: null },
];

for (const { behaviour, script, from, top } of LAYOUTS) {
  Deno.test(`repositoryTop() agrees with git about ${behaviour}`, () =>
    inTemporaryFolder(async (temporary) => {
      const home = Deno.realPathSync(temporary);
      const run = (command: readonly string[], cwd: string) => git(command, cwd, home);
      const { code, stderr } = await run(["sh", "-ec", `git init --quiet whole\n${script}`], home);
      equal(code, 0, stderr);
      const start = join(home, from);
      const asked = await run(["git", "rev-parse", "--show-toplevel"], start);
      const isRefused = /invalid gitfile format|not a git repository: |failed to read .*commondir/
        .test(asked.stderr);
      const found = asked.code === 0 ? asked.stdout.trimEnd() : isRefused ? "refused" : null;
      const expected = top === null || top === "refused" ? top : join(home, top);
      // If git fails, any result is acceptable. Ours is the folder with `.git`, which is correct once
      // git works again.
      const ours = top === "refused" ? start : expected;
      deepEqual({ git: found, ours: repositoryTop(start) }, { git: expected, ours });
    }));
}

Deno.test("repositoryTop() returns null for an invalid path", () => {
  throws(() => repositoryTop("/a\0b"), /NUL/);
  equal(repositoryTop(`/${"a".repeat(5_000)}`), null);
});

/**
 * Runs git, or a script that calls git, without settings, and without finding a repository above
 * the temporary folder.
 */
async function git([program = "", ...args]: readonly string[], cwd: string, home: string) {
  const names = ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "Test"],
    [`GIT_${role}_EMAIL`, "test@example.com"],
  ]);
  const settings = {
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CEILING_DIRECTORIES: home,
  };
  return await runCommand(program, args, {
    cwd,
    env: { ...Object.fromEntries(names), ...settings },
  });
}
