/** Other generators, each configured to write the same three files. */

import { join } from "node:path";
import { runCommand } from "../run_command.ts";
import type { Contestant } from "./contest.ts";

const HYGEN = "hygen@6.2.11";
const PLOP = "plop@4.0.5";

const LAYERS = ["route", "service", "repository"] as const;

/** Returns the source of a file, with a name in a template language. */
function source(layer: string, name: string): string {
  return `"""The ${layer} of ${name}."""\n\n\nclass ${name}:\n` +
    "    def get(self) -> None:\n        raise NotImplementedError\n";
}

/** Installs the other generators in a folder. */
export async function installPeers(folder: string): Promise<readonly Contestant[]> {
  await write(join(folder, "package.json"), '{ "private": true }');
  await run(folder, "npm", ["install", "--silent", "--no-audit", "--no-fund", HYGEN, PLOP]);
  return [await hygen(folder), await plop(folder), await cookiecutter(folder)];
}

async function hygen(folder: string): Promise<Contestant> {
  for (const layer of LAYERS) {
    const header = `---\nto: out/${layer}s/<%= name %>_${layer}.py\n---\n`;
    const template = join(folder, "_templates/endpoint/new", `${layer}.ejs.t`);
    await write(template, header + source(layer, "<%= name %>"));
  }
  return peer("hygen, three files", folder, (name) => [
    "node",
    ["node_modules/hygen/dist/bin.js", "endpoint", "new", "--name", name],
  ]);
}

async function plop(folder: string): Promise<Contestant> {
  for (const layer of LAYERS) {
    await write(join(folder, "templates", `${layer}.hbs`), source(layer, "{{name}}"));
  }
  const actions = LAYERS.map((layer) => ({
    type: "add",
    path: `out/${layer}s/{{name}}_${layer}.py`,
    templateFile: `templates/${layer}.hbs`,
  }));
  const prompts = [{ type: "input", name: "name", message: "Name" }];
  const generator = JSON.stringify({ description: "Endpoint", prompts, actions });
  const plopfile = `export default (plop) => plop.setGenerator("endpoint", ${generator});\n`;
  await write(join(folder, "plopfile.mjs"), plopfile);
  return peer("plop, three files", folder, (name) => [
    "node",
    ["node_modules/plop/bin/plop.js", "endpoint", name],
  ]);
}

async function cookiecutter(folder: string): Promise<Contestant> {
  const template = join(folder, "cookiecutter");
  await write(join(template, "cookiecutter.json"), '{ "name": "x" }');
  for (const layer of LAYERS) {
    const path = `{{cookiecutter.name}}/${layer}s/{{cookiecutter.name}}_${layer}.py`;
    await write(join(template, path), source(layer, "{{cookiecutter.name}}"));
  }
  return peer("cookiecutter, three files", folder, (name) => [
    "cookiecutter",
    ["--no-input", "-o", "out", "cookiecutter", `name=${name}`],
  ]);
}

type Command = readonly [string, readonly string[]];

function peer(name: string, cwd: string, command: (name: string) => Command): Contestant {
  const stem = name.replace(/\W.*/, "");
  return {
    name,
    prepare: () => Promise.resolve(),
    run: (round) => run(cwd, ...command(`${stem}_${round}`)),
  };
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(join(path, ".."), { recursive: true });
  await Deno.writeTextFile(path, text);
}

/** Runs a program that must succeed. */
export async function run(cwd: string, program: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runCommand(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed\n${stdout}${stderr}`);
}
