/** Usage errors. */

import type { DiagnosticCode } from "../../core/diagnostic.ts";
import { type Failure, testFailures } from "./failure.ts";

/** In a project. */
const OPTION_FAILURES: readonly Omit<Failure, "cwd">[] = [
  {
    behaviour: "suggests the command that adds a missing route",
    args: ["generate", "subroute", "refunds", "open"],
    code: 1,
    ids: ["route-missing"],
    stderr: "Error: Route 'refunds' does not exist. Please generate the main route first using:\n" +
      "  layerwright generate route refunds\n",
  },
  {
    behaviour: "suggests a similar route",
    args: ["generate", "subroute", "product", "open"],
    code: 1,
    ids: ["route-missing"],
    stderr: "Error: Route 'product' does not exist. Please generate the main route first using:\n" +
      "  layerwright generate route product\nHint: Did you mean 'products'?\n",
  },
  {
    behaviour: "refuses a route's name that Python accepts, but that is not ASCII",
    args: ["generate", "route", "prod\u00fccts"],
    code: 1,
    ids: ["spec-route-name"],
    stderr: "Error: Invalid route name 'prod\u00fccts' (must be ASCII letters, digits and _).\n",
  },
  {
    behaviour: "refuses a subroute's name that Python accepts, but that is not ASCII",
    args: ["generate", "subroute", "products", "caf\u00e9"],
    code: 1,
    ids: ["spec-subroute-name"],
    stderr: "Error: Invalid subroute name 'caf\u00e9' in route 'products' " +
      "(must be ASCII letters, digits and _).\n",
  },
  ...["PUT", "delete"].map((type): Omit<Failure, "cwd"> => ({
    behaviour: `refuses a subroute of type ${type}`,
    args: ["generate", "subroute", "products", "sale", "--type", type],
    code: 2,
    ids: ["type-invalid"],
    stderr:
      `Error: Invalid --type '${type}' (must be GET or POST; --methods takes PUT and DELETE).\n`,
  })),
  {
    behaviour: "refuses an unknown type of a subroute",
    args: ["generate", "subroute", "products", "sale", "--type", "PATCH"],
    code: 2,
    ids: ["type-invalid"],
    stderr: "Error: Invalid --type 'PATCH' (must be GET or POST).\n",
  },
  {
    behaviour: "refuses an unknown type of a route",
    args: ["generate", "route", "refunds", "--type="],
    code: 2,
    ids: ["type-invalid"],
    stderr: "Error: Invalid --type '' (must be GET, POST, PUT, or DELETE).\n",
  },
  {
    behaviour: "refuses a mock that is neither JSON nor a file",
    args: ["generate", "subroute", "products", "sale", "--mock", "{id: 1}"],
    code: 1,
    ids: ["mock-invalid"],
    stderr: "Error: Invalid --mock '{id: 1}' (not JSON at 1:2, and no such file).\n",
  },
  {
    behaviour: "refuses an empty mock",
    args: ["generate", "route", "refunds", "--mock", ""],
    code: 1,
    ids: ["mock-invalid"],
    stderr: "Error: Invalid --mock '' (not JSON at 1:1, and no such file).\n",
  },
  {
    behaviour: "shortens a long mock of several lines to one line",
    args: ["generate", "route", "refunds", "--mock", `[\n  ${"1, ".repeat(100)}\n]`],
    code: 1,
    ids: ["mock-invalid"],
    stderr: `Error: Invalid --mock '[\\n  ${
      "1, ".repeat(18)
    }1...' (not JSON at 2:301, and no such file).\n`,
  },
  {
    behaviour: "takes any word after --mock as its value",
    args: ["generate", "subroute", "products", "sale", "--mock", "--dry-run"],
    code: 1,
    ids: ["mock-invalid"],
    stderr: "Error: Invalid --mock '--dry-run' (not JSON at 1:1, and no such file).\n",
  },
  {
    behaviour: "shows where a mock's file stops being JSON",
    files: { "shop/mock.json": '{"a": 1,}\n' },
    args: ["generate", "route", "refunds", "--mock", "mock.json"],
    code: 1,
    ids: ["json-syntax"],
    stderr: `Error: Invalid JSON in mock.json:1:8 (trailing comma).
  1 | {"a": 1,}
    |        ^
`,
  },
  {
    behaviour: "refuses a folder for a mock",
    args: ["generate", "route", "refunds", "--mock", "api"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'api' (Is a directory).\n",
  },
  {
    behaviour: "reports all errors in names and mock",
    args: ["generate", "subroute", "a-b", "c d", "--mock", "1e999"],
    code: 1,
    ids: ["spec-route-name", "spec-subroute-name", "spec-limit"],
    stderr: "Error: Invalid route name 'a-b' (must be a valid Python identifier).\n" +
      "Error: Invalid subroute name 'c d' in route 'a-b' (must be a valid Python identifier).\n" +
      "Error: Number '1e999' for subroute 'c d' of route 'a-b' exceeds the range of a float.\n",
  },
  {
    behaviour: "takes no options after --",
    args: ["generate", "route", "--", "--dry-run"],
    code: 1,
    ids: ["spec-route-name"],
    stderr: "Error: Invalid route name '--dry-run' (must be a valid Python identifier).\n",
  },
];

/** Errors in option values. The transcripts cover other usage errors. */
function usageFailures(): Failure[] {
  const cases: readonly (readonly [string, DiagnosticCode, string])[] = [
    ["genrate", "usage-command", "Unknown command 'genrate'. Did you mean 'generate'?\n"],
    [
      "generate subrout a b",
      "usage-command",
      "Unknown command 'subrout'. Did you mean 'subroute'?\n",
    ],
    ["help bananas", "usage-command", "Unknown command 'bananas'.\n"],
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
    ["list", "usage-command", "Unknown command 'list'. Did you mean 'status'?\n"],
    ["gen", "usage-command", "Unknown command 'gen'. Did you mean 'generate'?\n"],
    ["generate sub", "usage-command", "Unknown command 'sub'. Did you mean 'subroute'?\n"],
    ["generate list", "usage-command", "Unknown command 'list'.\n"],
    [
      "status --format xml",
      "usage-option",
      "Invalid value 'xml' for option '--format' (must be one of text, github).\n" +
      "Usage: layerwright status [options] [route]\n",
    ],
    ["mcp --it's", "usage-option", "Unknown option '--it's'.\nUsage: layerwright mcp [options]\n"],
    [
      "validate",
      "usage-argument",
      "Missing argument 'spec_file'.\nUsage: layerwright validate <spec_file>\n",
    ],
    [
      "status a b",
      "usage-argument",
      "Unexpected argument 'b'.\nUsage: layerwright status [options] [route]\n",
    ],
    ["analyze", "usage-command", "Command 'analyze' is now 'status'.\n"],
    ["-C shop info", "usage-command", "Command 'info' is now 'status'.\n"],
    ["check products", "usage-command", "Command 'check' is now 'status'.\n"],
    ["help schema", "usage-command", "Command 'schema' is now 'export schema'.\n"],
    [
      "generate api new",
      "usage-option",
      "Missing option '--json <spec_file>'.\n" +
      "Usage: layerwright generate api [options] [project_name]\n",
    ],
    [
      "generate api new --jsn shop.json",
      "usage-option",
      "Unknown option '--jsn'. Did you mean '--json'?\n" +
      "Usage: layerwright generate api [options] [project_name]\n",
    ],
    [
      "generate api directory",
      "usage-option",
      "Missing option '--json <spec_file>'.\n" +
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
      "-C shop.json generate route refunds",
      "usage-option",
      "Invalid --directory 'shop.json' (no such folder).\n",
    ],
  ];
  return cases.map(([command, id, message]) => ({
    behaviour: `finds the mistake in '${command}'`,
    args: command.split(" "),
    code: 2,
    ids: [id],
    stderr: `Error: ${message}`,
  }));
}

testFailures([
  ...OPTION_FAILURES.map((failure) => ({ ...failure, cwd: "shop" })),
  ...usageFailures(),
]);
