/** Errors in the values of arguments and options. */

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
    stderr: "Error: Invalid route name 'prod\u00fccts' (must be ASCII letters, digits and _).\n" +
      "Hint: Name it 'products'\n",
  },
  {
    behaviour: "refuses a subroute's name that Python accepts, but that is not ASCII",
    args: ["generate", "subroute", "products", "caf\u00e9"],
    code: 1,
    ids: ["spec-subroute-name"],
    stderr: "Error: Invalid subroute name 'caf\u00e9' in route 'products' " +
      "(must be ASCII letters, digits and _).\nHint: Name it 'cafe'\n",
  },
  ...["PUT", "delete"].map((type): Omit<Failure, "cwd"> => ({
    behaviour: `refuses a subroute of type ${type}`,
    args: ["generate", "subroute", "products", "sale", "--type", type],
    code: 2,
    ids: ["type-invalid"],
    stderr:
      `Error: Invalid --type '${type}' (must be GET or POST; --methods takes PUT and DELETE).\n`,
  })),
  ...([
    ["generate subroute products sale", "--headers", "--header", " <route> <subroute>"],
    ["change route products", "--headers", "--header", " <route>"],
    ["generate api", "--json", "--spec", " [project_name]"],
    ["adopt", "--spec", "--json", ""],
  ] as const).map(([words, name, other, positional]): Omit<Failure, "cwd"> => ({
    behaviour: `refuses ${name} and ${other}, which mean the same, in ${words}`,
    args: [...words.split(" "), other, "{}", name, "{}"],
    code: 2,
    ids: ["usage-option"],
    stderr: `Error: Cannot use '${name}' with '${other}'.\n` +
      `Usage: layerwright ${words.replace(/ products.*/, "")} [options]${positional}\n`,
  })),
  ...([
    [["200=x"], "'200=x' (the status must be from 400 to 599)"],
    [["404"], "'404' (must be <status>=<text>, such as 404='No such cart')"],
    [["404=Gone", "404=Away"], "'404=Away' (status 404 occurs twice)"],
  ] as const).flatMap(([values, problem]) =>
    ["generate route refunds", "generate subroute products sale", "change route health"].map(
      (words): Omit<Failure, "cwd"> => ({
        behaviour: `refuses --error ${values.join(" --error ")} of ${words}`,
        args: [...words.split(" "), ...values.flatMap((each) => ["--error", each])],
        code: 2,
        ids: ["usage-option"],
        stderr: `Error: Invalid --error ${problem}.\n`,
      }),
    )
  ),
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
    stderr:
      "Error: Invalid --mock '{id: 1}' (not JSON at 1:2: expected a key in quotes, found 'i'; and no such file).\n",
  },
  {
    behaviour: "finds the file that a mock was probably meant to be in",
    files: { "shop/sale.json": "[]" },
    args: ["generate", "subroute", "products", "sale", "--mock", "sael.json"],
    code: 1,
    ids: ["mock-invalid"],
    stderr: "Error: Invalid --mock 'sael.json' (not JSON at 1:1: expected a value, found 's'; " +
      "and no such file).\nHint: Did you mean 'sale.json'?\n",
  },
  {
    behaviour: "names the option for a path that another route has",
    args: ["generate", "route", "sales", "--path", "/orders"],
    code: 1,
    ids: ["spec-path"],
    stderr: "Error: GET /orders is in route 'orders' and in route 'sales'.\n" +
      "Hint: Choose another path with --path\n",
  },
  ...([
    ["route user-list", "'user_list', with --path /user-list"],
    ["route users/list", "'users_list', with --path /users/list"],
    ["route /users", "'users'"],
    ["resource user-list --example {}", "'user_list', with --path /user-list"],
  ] as const).map(([words, name]): Omit<Failure, "cwd"> => ({
    behaviour: `suggests a name for generate ${words}`,
    args: ["generate", ...words.split(" ")],
    code: 1,
    ids: ["spec-route-name"],
    stderr: `Error: Invalid route name '${words.split(" ")[1]}' ` +
      `(must be a valid Python identifier).\nHint: Name it ${name}\n`,
  })),
  {
    behaviour: "fails for an invalid new name",
    args: ["rename", "route", "products", "all-products"],
    code: 1,
    ids: ["spec-route-name"],
    stderr: "Error: Invalid route name 'all-products' (must be a valid Python identifier).\n" +
      "Hint: Name it 'all_products'\n",
  },
  {
    behaviour: "says how to type a text as a mock",
    args: ["generate", "route", "refunds", "--mock", "all good"],
    code: 1,
    ids: ["mock-invalid"],
    stderr: "Error: Invalid --mock 'all good' " +
      "(not JSON at 1:1: expected a value, found 'a'; and no such file).\n" +
      "Hint: For a text, type quotes, too: '\"all good\"'\n",
  },
  ...([
    ["status nothing", "Route 'nothing' does not exist.", ""],
    ["remove route nothing", "Route 'nothing' was not generated here, or was already removed.", ""],
    ["status order", "Route 'order' does not exist.", "Did you mean 'orders'?"],
  ] as const).map(([words, message, hint]): Omit<Failure, "cwd"> => ({
    behaviour: `names the routes that there are with ${words}`,
    args: words.split(" "),
    code: 1,
    ids: ["route-missing"],
    stderr: `Error: ${message}\nHint: ${hint || "There are: carts, health, orders, products"}\n`,
  })),
  {
    behaviour: "takes a mistyped id for an id",
    args: ["show", "chg_zzz"],
    code: 1,
    ids: ["history-unknown"],
    stderr: "Error: No change 'chg_zzz' in the history of this project.\n" +
      "Hint: 'layerwright log' lists the changes\n",
  },
  {
    behaviour: "refuses an empty mock",
    args: ["generate", "route", "refunds", "--mock", ""],
    code: 1,
    ids: ["mock-invalid"],
    stderr:
      "Error: Invalid --mock '' (not JSON at 1:1: expected a value, found end of file; and no such file).\n",
  },
  {
    behaviour: "shortens a long mock of several lines to one line",
    args: ["generate", "route", "refunds", "--mock", `[\n  ${"1, ".repeat(100)}\n]`],
    code: 1,
    ids: ["mock-invalid"],
    stderr: `Error: Invalid --mock '[\\n  ${
      "1, ".repeat(18)
    }1...' (not JSON at 2:301: trailing comma; and no such file).\n`,
  },
  {
    behaviour: "takes any word after --mock as its value",
    args: ["generate", "subroute", "products", "sale", "--mock", "--dry-run"],
    code: 1,
    ids: ["mock-invalid"],
    stderr:
      "Error: Invalid --mock '--dry-run' (not JSON at 1:1: expected a value, found '-'; and no such file).\n",
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
    stderr: "Error: Cannot read 'api' (Is a directory).\nHint: Name a file in that folder\n",
  },
  {
    behaviour: "reports all errors in names and mock",
    args: ["generate", "subroute", "a-b", "c d", "--mock", "1e999"],
    code: 1,
    ids: ["spec-route-name", "spec-subroute-name", "spec-limit"],
    stderr: "Error: Invalid route name 'a-b' (must be a valid Python identifier).\n" +
      "Hint: Name it 'a_b', with --path /a-b\n" +
      "Error: Invalid subroute name 'c d' in route 'a-b' (must be a valid Python identifier).\n" +
      "Hint: Name it 'c_d'\n" +
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

testFailures(OPTION_FAILURES.map((failure) => ({ ...failure, cwd: "shop" })));
