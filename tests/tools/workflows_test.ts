/** The GitHub workflows: their tasks, permissions, and pinned actions. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { runCommand } from "../../tools/run_command.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = `${ROOT}.github/workflows/`;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly environment?: string;
  readonly "timeout-minutes"?: number;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = [...Deno.readDirSync(FOLDER)].map(({ name }) => {
  const text = Deno.readTextFileSync(FOLDER + name);
  const workflow: Workflow = parse(text);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  return { name, text, workflow, steps };
});

const { tasks }: { tasks: Readonly<Record<string, unknown>> } = JSON.parse(
  Deno.readTextFileSync(`${ROOT}deno.json`),
);
const DENO = /deno@([\d.]+)/.exec(Deno.readTextFileSync(`${ROOT}.ci/run`))?.[1];

Deno.test("the workflows pass actionlint", async () => {
  const { code, stdout } = await runCommand(Deno.execPath(), ["task", "check:workflows"], {
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  });
  equal(code, 0, stdout);
  match(stdout, new RegExp(`^Checking ${workflows.length} workflow file`));
});

for (const { name, text, workflow, steps } of workflows) {
  Deno.test(`${name} runs only tasks of deno.json and .ci/run`, () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    ok(commands.length > 0);
    for (const command of commands) {
      if (command === ".ci/run" || command === `npx -y deno@${DENO} ci`) continue;
      const [, version, task = ""] =
        /^npx -y deno@([\d.]+) task ([\w:]+)(?: "\$GITHUB_REF_NAME")?$/.exec(command) ?? [];
      equal(version, DENO, command);
      ok(task in tasks, `${command}: no such task`);
    }
  });

  Deno.test(`${name} pins every action by commit, and names its version`, () => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, line = ""]) => line);
    equal(uses.length, steps.filter((step) => step.uses !== undefined).length);
    for (const line of uses) match(line, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  Deno.test(`${name} gives each job a timeout and its own permissions, and git no credentials`, () => {
    deepEqual(workflow.permissions, {});
    ok(workflow.concurrency !== undefined);
    for (const [id, job] of Object.entries(workflow.jobs)) {
      ok(job.permissions !== undefined, id);
      ok(job["timeout-minutes"] !== undefined, id);
      const [checkout] = job.steps;
      match(checkout?.uses ?? "", /^actions\/checkout@/);
      equal(checkout?.with?.["persist-credentials"], false, id);
    }
  });

  Deno.test(`${name} puts no untrusted text into scripts, and gives pull requests no secrets`, () => {
    ok(!("pull_request_target" in workflow.on) && !("workflow_run" in workflow.on));
    ok(!/\$\{\{[^}]*\bsecrets\./.test(text));
    for (const { run = "", env = {} } of steps) {
      ok(!run.includes("${{"), run);
      for (const value of Object.values(env)) match(value, /^\$\{\{ github\.(?:actor|token) \}\}$/);
    }
  });
}

Deno.test("Dependabot watches actions and images, and waits a week", () => {
  const { updates } = parse(Deno.readTextFileSync(`${ROOT}.github/dependabot.yml`));
  const watched = updates.map((each: Readonly<Record<string, unknown>>) => [
    each["package-ecosystem"],
    each["directory"],
    each["cooldown"],
  ]);
  const cooldown = { "default-days": 7 };
  deepEqual(watched, [
    ["github-actions", "/", cooldown],
    ["docker", "/", cooldown],
    ["docker-compose", "/", cooldown],
  ]);
});

Deno.test("commands of a checkout never rewrite the lock of dependencies", () => {
  const { lock } = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`));
  deepEqual(lock, { frozen: true });
});

Deno.test("only release jobs have write permissions, and only those that they need", () => {
  const written = workflows.flatMap(({ name, workflow }) =>
    Object.entries(workflow.jobs).map(([id, { permissions = {} }]) => [
      `${name} ${id}`,
      Object.keys(permissions).filter((scope) => permissions[scope] === "write").sort().join(),
    ])
  );
  deepEqual(Object.fromEntries(written), {
    "ci.yml linux": "",
    "ci.yml portable": "",
    "release.yml check": "",
    "release.yml build": "",
    "release.yml attest": "attestations,id-token",
    "release.yml images": "id-token,packages",
    "release.yml jsr": "id-token",
    "release.yml github": "contents",
  });
});

Deno.test("irreversible jobs run last, and need approval", () => {
  const jobs = workflows.find(({ name }) => name === "release.yml")?.workflow.jobs ?? {};
  const order = Object.entries(jobs).map(([id, { needs = "", environment = "" }]) =>
    [id, needs, environment].join(" ").trim()
  );
  deepEqual(order, [
    "check",
    "build check",
    "attest build",
    "images attest release",
    "jsr images release",
    "github jsr release",
  ]);
});

for (const name of ["README.md", "CONTRIBUTING.md", "SECURITY.md"]) {
  Deno.test(`${name} names existing tasks, and the version of Deno in CI`, () => {
    const text = Deno.readTextFileSync(ROOT + name);
    const named = [...text.matchAll(/deno(?:@[\d.]+)? task ([\w:]+)/g)].map(([, task = ""]) =>
      task
    );
    deepEqual(named.filter((task) => !(task in tasks)), []);
    const versions = [...text.matchAll(/deno@([\d.]+)/g)].map(([, version]) => version);
    deepEqual(versions.filter((version) => version !== DENO), []);
  });
}
