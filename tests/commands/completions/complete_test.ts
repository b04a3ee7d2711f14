/** Completions, requested like the shells' scripts do, on a fake host. */

import { deepEqual, equal } from "node:assert/strict";
import { unquoted, VALUES } from "../../../commands/completions/complete.ts";
import { createMemoryWorkspace, generateApi } from "../../../mod.ts";
import { allHelp } from "../../../tools/docs/reference/help_texts.ts";
import { runOnFakeHost } from "../fake_host.ts";

async function followers(words: string): Promise<string[]> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { products: { type: "GET" } } });
  const { stdout } = await runOnFakeHost(["completions", "zsh", "--", ...words.split(" ")], {
    workspace: () => workspace,
  });
  return stdout.trimEnd().split("\n").map((line) => line.split("\t")[0] ?? "");
}

const CASES: readonly (readonly [words: string, followers: readonly string[]])[] = [
  ["gen.", ["generate"]],
  ["generate .", ["api", "route", "subroute", "resource", "docs"]],
  ["--report gen.", ["generate"]],
  ["-C shop gen.", ["generate"]],
  ["--directory=shop gen.", ["generate"]],
  ["--q.", ["--quiet"]],
  ["generate route --n.", ["--no-model"]],
  ["generate route x --type .", ["GET", "POST", "PUT", "DELETE"]],
  ["generate subroute x y --type .", ["GET", "POST"]],
  ["generate subroute x y --methods GET,P.", ["GET,POST", "GET,PUT"]],
  ["generate route --type=D.", ["--type=DELETE"]],
  ["generate subroute .", ["products"]],
  ["generate subroute pr.", ["products"]],
  ["generate subroute --type GET pr.", ["products"]],
  ["generate subroute products .", [""]],
  ["generate route pr.", [""]],
  ["status products .", [""]],
  ["status -- -.", [""]],
  ["validate .", [":json"]],
  ["generate api --json .", [":json"]],
  ["import .", [":documents"]],
  ["import -o .", [":json"]],
  ["mock .", [":documents"]],
  ["mock --state-file .", [":json"]],
  ["export openapi -o .", [":documents"]],
  ["export spec -o .", [":json"]],
  ["generate api .", [":folders"]],
  ["-C .", [":folders"]],
  ["help gen.", ["generate"]],
  ["help generate s.", ["subroute"]],
  ["help nothing .", [""]],
  ["setup --client cod.", ["codex"]],
  ["setup --client codex,curs.", ["codex,cursor"]],
  ["setup --client codex,code.", [""]],
  ["completions b.", ["bash"]],
];

for (const [words, expected] of CASES) {
  Deno.test(`completions after '${words}' are '${expected.join(" ")}'`, async () => {
    deepEqual(await followers(words), expected);
  });
}

Deno.test("completions omit names that a shell would interpret", async () => {
  const names = [
    "plain",
    "$(id)",
    "`id`",
    "a b",
    "a;b",
    "a\nb",
    "-rf",
    "a'b",
    "\u001b[2J",
    "\u202ea",
  ];
  const source = names.map((name, index) =>
    `b${index} = Blueprint(${JSON.stringify(name)}, __name__)\n\n\n` +
    `@b${index}.get("/")\ndef f${index}(): ...\n\n\n`
  ).join("");
  const workspace = createMemoryWorkspace({
    "app.py": `from flask import Blueprint\n\n${source}`,
  });
  const { stdout } = await runOnFakeHost(["completions", "fish", "--", "status", "."], {
    workspace: () => workspace,
  });
  equal(stdout, "plain\t\n-rf\t\n");
});

Deno.test("completions write nothing after an interrupted run", async () => {
  const workspace = createMemoryWorkspace({ "app.py": "" });
  const touched: string[] = [];
  const watched = {
    ...workspace,
    read: (paths: Parameters<typeof workspace.read>[0]) => workspace.read(paths),
    entries: (folder: Parameters<typeof workspace.entries>[0]) => workspace.entries(folder),
    reading: () => Promise.reject(touched.push("reading")),
    exclusively: () => Promise.reject(touched.push("exclusively")),
    apply: () => Promise.reject(touched.push("apply")),
  };
  await runOnFakeHost(["completions", "fish", "--", "status", "."], { workspace: () => watched });
  deepEqual(touched, []);
});

Deno.test("completions for an unknown shell are refused", async () => {
  const { code, stderr } = await runOnFakeHost(["completions", "tcsh"], {});
  equal(stderr, "Error: Invalid shell 'tcsh' (must be bash, zsh, fish or powershell).\n");
  equal(code, 2);
});

Deno.test("completions cover every argument and option", async () => {
  const terms = (await allHelp()).flatMap(({ sections }) => sections)
    .filter(({ title }) => ["Arguments", "Options", "Global options"].includes(title))
    .flatMap(({ title, rows }) =>
      rows.flatMap(({ term }) => title === "Arguments" ? term : /<(.*?)>/.exec(term)?.[1] ?? [])
    );
  deepEqual([...new Set(terms)].filter((term) => !VALUES.has(term)), []);
});

const QUOTED: readonly (readonly [typed: string, word: string])[] = [
  ["plain", "plain"],
  ["my\\ shop", "my shop"],
  ["'my shop'", "my shop"],
  ['"my \\"shop\\""', 'my "shop"'],
  ["'$(id)'\\'", "$(id)'"],
  ['"unfinished', '"unfinished'],
  ["$(id)", "$(id)"],
];

for (const [typed, word] of QUOTED) {
  Deno.test(`unquoted turns ${typed} into ${word}`, () => equal(unquoted(typed), word));
}
