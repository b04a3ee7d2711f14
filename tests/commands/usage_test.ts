/** Mistyped commands: each message names what was typed wrong, and the way on. */

import { equal } from "node:assert/strict";
import { validateSpec } from "../../actions/validate_spec.ts";
import type { DiagnosticCode } from "../../core/diagnostic.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { testFailures } from "./failure.ts";
import { runHere } from "./run_here.ts";

const HOW_TO_WRITE = "Hint: 'layerwright help spec' shows how to write a spec\n";
const USAGE_API = "Usage: layerwright generate api [options] [project_name]\n";

const MISTYPED: readonly (readonly [command: string, id: DiagnosticCode, message: string])[] = [
  // A wrong command is named, also before options that only the right one has.
  [
    "genrate api shop --json a.json",
    "usage-command",
    "Unknown command 'genrate'. Did you mean 'generate'?\n",
  ],
  [
    "gen api shop --json a.json",
    "usage-command",
    "Unknown command 'gen'. Did you mean 'generate'?\n",
  ],
  [
    "generate apis shop --json a.json",
    "usage-command",
    "Unknown command 'apis'. Did you mean 'api'?\n",
  ],
  ["stats --all", "usage-command", "Unknown command 'stats'. Did you mean 'status'?\n"],
  ["setup lst --scope user", "usage-command", "Unknown command 'lst'. Did you mean 'list'?\n"],
  [
    "--foo bar",
    "usage-option",
    "Unknown option '--foo'.\nUsage: layerwright [options] <command>\n" +
    "Hint: 'layerwright --help' lists the options. A command's options follow it\n",
  ],
  [
    "setup --foo",
    "usage-option",
    "Unknown option '--foo'.\nUsage: layerwright setup [options] [command]\n" +
    "Hint: 'layerwright setup --help' lists the options\n",
  ],
  // An option of another command.
  [
    "export openapi --json a.json",
    "usage-option",
    "Unknown option '--json'. Did you mean '--spec'?\n" +
    "Usage: layerwright export openapi [options]\n",
  ],
  [
    "validate --json a.json",
    "usage-option",
    "Unknown option '--json'.\nUsage: layerwright validate <spec_file>\n" +
    "Hint: Type the file without an option\n",
  ],
  [
    "setup --agent codex",
    "usage-option",
    "Unknown option '--agent'.\nUsage: layerwright setup [options] [command]\nHint: Use --client\n",
  ],
  [
    "mcp code",
    "usage-argument",
    "Unexpected argument 'code'.\nUsage: layerwright mcp [options]\n" +
    "Hint: To serve another folder, type --root code\n",
  ],
  // What an argument or an option would be.
  [
    "generate api --json a.json",
    "usage-argument",
    `Missing argument 'project_name'.\n${USAGE_API}` +
    "Hint: New folder, or . for the current one; omit it in a project\n",
  ],
  [
    "completions",
    "usage-argument",
    "Missing argument 'shell'.\nUsage: layerwright completions <shell>\n" +
    "Hint: bash, zsh, fish or powershell\n",
  ],
  [
    "generate resource pets",
    "usage-option",
    "Missing option '--example <json>'.\n" +
    "Usage: layerwright generate resource [options] <route>\n" +
    `Hint: Type an item, such as --example '{"id": 1, "name": "Teapot"}'\n`,
  ],
  [
    "-C shop adopt",
    "usage-option",
    "Missing option '--spec <spec_file>'.\nUsage: layerwright adopt [options]\n" +
    "Hint: 'layerwright export spec -o spec.json' makes a spec of the code\n",
  ],
  ["delete orders", "usage-command", "Unknown command 'delete'. Did you mean 'remove'?\n"],
  ["run", "usage-command", "Unknown command 'run'. Did you mean 'mock'?\n"],
  // Words of other programs.
  ["init", "usage-command", "Unknown command 'init'. Did you mean 'generate api'?\n"],
  [
    "new shop --json shop.json",
    "usage-command",
    "Unknown command 'new'. Did you mean 'generate api'?\n",
  ],
  ["list", "usage-command", "Unknown command 'list'. Did you mean 'status'?\n"],
  // Without a similar command, all are named.
  [
    "bananas",
    "usage-command",
    "Unknown command 'bananas'.\nHint: 'layerwright --help' lists all commands\n",
  ],
  [
    "help bananas",
    "usage-command",
    "Unknown command 'bananas'.\nHint: 'layerwright --help' lists all commands\n",
  ],
  [
    "export bananas",
    "usage-command",
    "Unknown command 'bananas'.\nHint: The commands of 'export' are spec, openapi, schema\n",
  ],
  // `route` was left out.
  [
    "remove orders",
    "usage-command",
    "Unknown command 'orders'. Did you mean 'remove route orders'?\n",
  ],
  [
    "remove orders --diff",
    "usage-command",
    "Unknown command 'orders'. Did you mean 'remove route orders'?\n",
  ],
  [
    "rename orders sales",
    "usage-command",
    "Unknown command 'orders'. Did you mean 'rename route orders'?\n",
  ],
  [
    "generate user-list",
    "usage-command",
    "Unknown command 'user-list'.\n" +
    "Hint: The commands of 'generate' are api, route, subroute, resource, docs\n",
  ],
  // The spec was left out, or typed without its option.
  [
    "generate api shop",
    "usage-option",
    `Missing option '--json <spec_file>'.\n${USAGE_API}${HOW_TO_WRITE}`,
  ],
  [
    "generate api shop a.json",
    "usage-argument",
    `Unexpected argument 'a.json'.\n${USAGE_API}Hint: To read a spec, type --json a.json\n`,
  ],
  [
    "generate api a.json",
    "usage-option",
    `Missing option '--json <spec_file>'.\n${USAGE_API}Hint: To read a spec, type --json a.json\n`,
  ],
  [
    "validate",
    "usage-argument",
    `Missing argument 'spec_file'.\nUsage: layerwright validate <spec_file>\n${HOW_TO_WRITE}`,
  ],
  ["-C nowhere status", "usage-option", "Invalid --directory 'nowhere' (no such folder).\n"],
  [
    "-C shop.json status",
    "usage-option",
    "Invalid --directory 'shop.json' (a file, not a folder).\n",
  ],
  // Wrong options, values and numbers of arguments.
  ["genrate", "usage-command", "Unknown command 'genrate'. Did you mean 'generate'?\n"],
  [
    "generate subrout a b",
    "usage-command",
    "Unknown command 'subrout'. Did you mean 'subroute'?\n",
  ],
  [
    "--verbos status",
    "usage-option",
    "Unknown option '--verbos'. Did you mean '--verbose'?\nUsage: layerwright [options] <command>\n",
  ],
  [
    "generate route new --tpye=POST",
    "usage-option",
    "Unknown option '--tpye'. Did you mean '--type'?\n" +
    "Usage: layerwright generate route [options] <route>\n",
  ],
  ...["-V", "-v"].map((word): [string, DiagnosticCode, string] => [
    word,
    "usage-option",
    `Unknown option '${word}'. Did you mean '--version'?\n` +
    "Usage: layerwright [options] <command>\n",
  ]),
  ["gen", "usage-command", "Unknown command 'gen'. Did you mean 'generate'?\n"],
  ["generate sub", "usage-command", "Unknown command 'sub'. Did you mean 'subroute'?\n"],
  [
    "status --format xml",
    "usage-option",
    "Invalid value 'xml' for option '--format' (must be one of text, github).\n" +
    "Usage: layerwright status [options] [route]\n",
  ],
  [
    "mcp --it's",
    "usage-option",
    "Unknown option '--it's'.\nUsage: layerwright mcp [options]\nHint: 'layerwright mcp --help' lists the options\n",
  ],
  [
    "status a b",
    "usage-argument",
    "Unexpected argument 'b'.\nUsage: layerwright status [options] [route]\n",
  ],
  ["analyze", "usage-command", "Unknown command 'analyze'. Did you mean 'status'?\n"],
  ["-C shop info", "usage-command", "Unknown command 'info'. Did you mean 'status'?\n"],
  ["check products", "usage-command", "Unknown command 'check'. Did you mean 'status'?\n"],
  ["help schema", "usage-command", "Unknown command 'schema'. Did you mean 'export schema'?\n"],
  [
    "generate api new --jsn shop.json",
    "usage-option",
    "Unknown option '--jsn'. Did you mean '--json'?\n" +
    "Usage: layerwright generate api [options] [project_name]\n",
  ],
  [
    "generate api new --json",
    "usage-option",
    "Missing value for option '--json <spec_file>'.\n" +
    "Usage: layerwright generate api [options] [project_name]\n",
  ],
  [
    "-C nowhere generate api new --json minimal.json",
    "usage-option",
    "Invalid --directory 'nowhere' (no such folder).\n",
  ],
  [
    "generate list",
    "usage-command",
    "Unknown command 'list'. Did you mean 'generate route list'?\n",
  ],
];

testFailures(MISTYPED.map(([command, id, message]) => ({
  behaviour: `finds the mistake in '${command}'`,
  args: command.split(" "),
  code: 2,
  ids: [id],
  stderr: `Error: ${message}`,
})));

Deno.test("layerwright help spec shows a valid spec", () =>
  inTemporaryFolder(async (cwd) => {
    const { stdout } = await runHere(["help", "spec"], { cwd });
    const [, spec = ""] = /^Example:\n(.*?)\n\n/s.exec(stdout) ?? [];
    equal(validateSpec(spec).message, "Valid: 2 routes, 6 endpoints");
  }));
