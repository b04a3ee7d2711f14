/** The meaning of each diagnostic code and the remedy, for the reference page. */

import type { DiagnosticCode } from "../../../core/diagnostic.ts";
import type { AccountCode } from "../../../hosted/accounts/diagnostic.ts";
import type { SetupCode } from "../../../setup/diagnostic.ts";

/** The description of a code. */
export interface Meaning {
  /** An example message. A test finds it in the program's source. */
  readonly message: string;
  readonly cause: string;
  readonly remedy: string;
}

/** Groups of codes, in the order of the page. */
export const GROUPS: readonly { readonly title: string; readonly prefixes: readonly string[] }[] = [
  {
    title: "Specs and other input",
    prefixes: [
      "spec",
      "json",
      "file",
      "type",
      "mock",
      "query",
      "headers",
      "list",
      "errors",
      "body",
      "example",
      "state",
    ],
  },
  {
    title: "Projects",
    prefixes: ["project", "path", "conflict", "history", "plan", "run", "write"],
  },
  {
    title: "Routes and Python",
    prefixes: [
      "route",
      "subroute",
      "handler",
      "mounting",
      "tests",
      "export",
      "import",
      "definition",
      "rename",
      "endpoint",
      "models",
      "python",
    ],
  },
  { title: "The command line", prefixes: ["usage", "release", "interrupted", "internal"] },
  { title: "Connecting agents", prefixes: ["setup"] },
  { title: "Servers", prefixes: ["server", "database", "quota", "call", "files"] },
  { title: "Accounts", prefixes: ["account", "login", "identity", "invitation", "key", "app"] },
];

const HOSTED_ONLY = "On a server for a team: ";

/** The meanings of all codes. A missing code is a type error. */
export const MEANINGS: Readonly<Record<DiagnosticCode | SetupCode | AccountCode, Meaning>> = {
  "spec-not-object": {
    message: "Spec must be a JSON object.",
    cause: "The spec is valid JSON, but not an object.",
    remedy: 'Put the routes into an object: `{ "routes": { ... } }`.',
  },
  "spec-openapi": {
    message: "'pets.yaml' is an OpenAPI document, not a spec.",
    cause: "A command that reads a spec got an OpenAPI document.",
    remedy: "Run `layerwright import pets.yaml -o pets.json`, and use `pets.json`.",
  },
  "spec-routes-missing": {
    message: "Key 'routes' missing at top level.",
    cause: "The spec has no key `routes`.",
    remedy: "Add the key, with at least one route.",
  },
  "spec-routes-empty": {
    message: "'routes' cannot be empty.",
    cause: "`routes` is an object without keys.",
    remedy: "Add a route.",
  },
  "spec-route-name": {
    message: "Invalid route name 'user-list' (must be a valid Python identifier).",
    cause: "Python files and functions are named after the route.",
    remedy: "Use ASCII letters, digits and underscores, with no digit first.",
  },
  "spec-method": {
    message: "Invalid HTTP method 'PATCH' in route 'users' (must be GET, POST, PUT, or DELETE).",
    cause:
      "`type`, or a key of `methods`, is not one of these four methods. Upper and lower case are both accepted.",
    remedy: "Use one of them.",
  },
  "spec-methods": {
    message: "Key 'type' does not go with 'methods' in route 'users'.",
    cause:
      "A route or subroute has `methods` beside `type`, `status`, `query`, `body` or `mock`, or its `methods` is empty.",
    remedy:
      "Use `type` and `mock` for one method, or `methods` for several. Only a route with subroutes " +
      "may have no method.",
  },
  "spec-status": {
    message: "'status' must be an integer from 200 to 299 in route 'users'.",
    cause:
      "`status` is not the status of a successful response, or the response has a `mock` although its status " +
      "is 204 or 205, which have no content.",
    remedy: "Correct the status, or remove the mock.",
  },
  "spec-query": {
    message: "Query parameter 'page' must not be null in route 'users'.",
    cause:
      "A parameter in `query` has no example that shows its type, has a name that the path has, too, or is there twice, " +
      "such as `page` and `page?`.",
    remedy:
      "Write a text, a number, `true`, `false`, or a list of one of these. A key with `?` at its end may be absent.",
  },
  "spec-headers": {
    message: "Header 'Authorization' cannot be in 'headers' in route 'users'.",
    cause:
      "A header in `headers` has no example that shows its type and that HTTP can send, is there twice, or has a name " +
      "that HTTP, WSGI servers or OpenAPI do not allow. Names of headers ignore case.",
    remedy:
      "Name it with letters, digits and `-`, and write an example in ASCII. Guards check `Authorization`.",
  },
  "spec-constraint": {
    message: "Query parameter 'limit' has a '$minimum' above its '$maximum' in route 'users'.",
    cause:
      "Parts of a constraint contradict each other, such as a `$default` that is outside of its bounds or has another `$format`, " +
      "or an example beside it.",
    remedy: "Change one of them.",
  },
  "spec-list": {
    message: "'limit' must be an integer from 1 to 100 in 'list' in route 'users'.",
    cause:
      "`list` is beside something else than a GET whose mock is a list, or one of its parts has another form.",
    remedy:
      "Write a list as the mock, and `limit`, `filter` and `sort` as the page about specs shows.",
  },
  "spec-list-field": {
    message: "Field 'nam' of 'filter' is not in the items of the mock in 'list' in route 'users'.",
    cause:
      "A field in `filter` or `sort` is not in the items, has no single values, or has the name of another parameter.",
    remedy:
      "Name fields of the items whose values are all texts, all numbers, or all true or false.",
  },
  "spec-body": {
    message: "'body' does not go with GET in route 'users'.",
    cause:
      "Only POST and PUT have a `body`. Or the example has a member twice, such as `name` and `name?`.",
    remedy:
      "Remove the body, or one of the two members. To end a name with a question mark, write two.",
  },
  "spec-path": {
    message: "GET /carts is in route 'carts' and in route 'baskets'.",
    cause:
      "`path` is invalid, or its endpoints would answer the same requests as others: two paths are equal, " +
      "or differ only in the names or types of their parameters.",
    remedy:
      "Begin it with `/`. Each segment is letters, digits and `_-.~` or, in a subroute, a parameter such as " +
      "`{id}` or `{id:int}`.",
  },
  "spec-resource": {
    message: "Key 'type' does not go with 'resource' in route 'products'.",
    cause:
      "A route with a `resource` also has endpoints of its own, or a subroute `item`. Or the resource is an " +
      "empty list, or `id_field` has no resource.",
    remedy:
      "Remove the resource, or the keys that do not go with it. A resource has a list at the route, and its " +
      "items in the subroute `item`. Name other subroutes differently.",
  },
  "spec-resource-id": {
    message: "Field 'id' missing in 'resource' in route 'products'.",
    cause:
      "An item of a `resource` has no id, or one that cannot be in a path. Or the ids of several items are " +
      "equal, or of different types.",
    remedy:
      "Give each item its own integer or string, in the field `id` or the one that `id_field` names.",
  },
  "spec-subroute-name": {
    message:
      "Invalid subroute name 'by email' in route 'users' (must be a valid Python identifier).",
    cause: "Python functions are named after the subroute.",
    remedy: "Use ASCII letters, digits and underscores, with no digit first.",
  },
  "spec-shape": {
    message: "'subroutes' must be an object in route 'users'.",
    cause: "A value has the wrong type, such as a string instead of an object.",
    remedy:
      "Compare it with [the reference of the spec](spec.md), or use the JSON Schema in your editor.",
  },
  "spec-type-missing": {
    message: "Key 'type' missing in route 'users'.",
    cause: "A route or subroute has no method.",
    remedy: 'Add `"type": "GET"`, or another method.',
  },
  "spec-duplicate": {
    message: "Duplicate key 'type' in route 'users'.",
    cause: "An object contains the same key twice, so its meaning is ambiguous.",
    remedy: "Remove one of them.",
  },
  "spec-case": {
    message: "Route names 'Users' and 'users' differ only in case.",
    cause:
      "Some file systems ignore case, so both routes would use the same files. This is an error on " +
      "those file systems, and a warning on others.",
    remedy: "Rename one of them.",
  },
  "spec-limit": {
    message: "Route name 'aaaaaaaaaaaaaaaaaaaa...' exceeds 200 characters.",
    cause:
      "A name is too long, or a mock is too large or nested too deeply, for file systems, Python or Flask.",
    remedy: "Shorten the name, or make the mock smaller. The message states the limit.",
  },
  "spec-unknown-key": {
    message: "Unknown key 'methd' in route 'users'",
    cause: "A spec has no such key here. Layerwright ignores the key, with a warning.",
    remedy: "Correct the key if it is misspelled. Otherwise, remove it.",
  },
  "spec-renamed": {
    message: "'products' in the spec is 'catalog' in the project",
    cause: "`rename` gave the route or subroute a new name, and the spec still has the old one.",
    remedy: "Nothing, or use the new name in the spec, too.",
  },
  "spec-has-removed": {
    message: "../shop.json:9 still has 'products/sale'.",
    cause: "`remove` removed an endpoint, and the project's spec still has it.",
    remedy:
      "Nothing, or remove the endpoint from the spec, too. `generate api` does not bring it back.",
  },
  "spec-left": {
    message: "shop.json has no GET /orders/sale, so it stays as it is",
    cause: "`change` changed an endpoint in the project, but its spec could not follow.",
    remedy: "Nothing, or change the endpoint in the spec as the hint says.",
  },
  "project-dependency": {
    message: "The dependency pydantic was not added: pyproject.toml is edited",
    cause:
      "The first `query` or `body` of a project needs pydantic, but you edited the file that lists the dependencies.",
    remedy: "Add the line that the hint shows to your dependencies.",
  },
  "spec-missing": {
    message: "The project's spec '../shop.json' does not exist.",
    cause: "The project records where its spec is, but the file is no longer there.",
    remedy: "Name the spec with `--spec`. The next change of the project records its new path.",
  },
  "json-syntax": {
    message: "Invalid JSON in shop.json:6:7 (expected ',' or '}', found '\"').",
    cause: "The text is not valid JSON. The message names the line and column.",
    remedy: "Correct the JSON at that position.",
  },
  "file-unreadable": {
    message: "Cannot read 'shop.json' (no such file).",
    cause: "A file or folder does not exist, is not readable, or is not UTF-8 text.",
    remedy: "Check the path and its permissions. The message names the problem in parentheses.",
  },
  "file-exists": {
    message: "File 'shop.json' exists and differs.",
    cause: "`-o` names a file with different contents, such as a spec that you wrote.",
    remedy: "Name another file, or add `--force` to replace this one.",
  },
  "type-invalid": {
    message: "Invalid --type 'FETCH' (must be GET or POST).",
    cause: "The command or tool does not support this method.",
    remedy: "Use a method from the message. For PUT and DELETE, use `--methods` or a spec.",
  },
  "query-invalid": {
    message: "Invalid --query '{page: 1}' (not JSON at 1:2, and no such file).",
    cause: "The example of a query is neither JSON nor the path of a file.",
    remedy: "Quote the JSON for your shell, or pass the path of a file with it.",
  },
  "headers-invalid": {
    message: "Invalid --headers 'X-Tenant: acme' (not JSON at 1:1, and no such file).",
    cause: "The example of headers is neither JSON nor the path of a file.",
    remedy: "Quote the JSON for your shell, or pass the path of a file with it.",
  },
  "list-invalid": {
    message: "Invalid --list '{sort: name}' (not JSON at 1:2, and no such file).",
    cause: "The list is neither JSON nor the path of a file.",
    remedy: "Quote the JSON for your shell, or pass the path of a file with it.",
  },
  "errors-invalid": {
    message: "Invalid errors in --error (not JSON at 1:2: expected a key in quotes, found '4').",
    cause: "The errors are not JSON.",
    remedy: "Write each as `--error 404='No such cart'`, or quote the JSON for your shell.",
  },
  "body-invalid": {
    message: "Invalid --body '{item: 1}' (not JSON at 1:2, and no such file).",
    cause: "The example of a body is neither JSON nor the path of a file.",
    remedy: "Quote the JSON for your shell, or pass the path of a file with it.",
  },
  "example-invalid": {
    message: "Invalid --example '{id: 1}' (not JSON at 1:2, and no such file).",
    cause: "The example of a resource is neither JSON nor the path of a file.",
    remedy: "Quote the JSON for your shell, or pass the path of a file with it.",
  },
  "mock-invalid": {
    message: "Invalid --mock '{id: 1}' (not JSON at 1:2, and no such file).",
    cause: "A mock must be JSON, or the path of a JSON file. The shell may have removed quotes.",
    remedy: "Put single quotes around the mock: `--mock '{\"id\": 1}'`.",
  },
  "project-name": {
    message: "Invalid project name 'a/b' (must be a directory name).",
    cause: "The name is not valid as the name of a folder.",
    remedy: "Choose one without slashes, such as `shop`.",
  },
  "project-exists": {
    message: "Directory 'notes' already exists and was not generated by layerwright.",
    cause: "The folder contains files that Layerwright did not write, or its manifest is missing.",
    remedy:
      "If Layerwright generated the project, run `layerwright adopt --spec <file>` in it. Otherwise, choose another name.",
  },
  "project-inside": {
    message: "Refused to create project 'other' inside project 'shop'.",
    cause: "The command ran inside a generated project, but named a different one.",
    remedy: "Omit the name to generate into this project, or choose another folder with `-C`.",
  },
  "project-missing": {
    message: "No project here or above.",
    cause: "The command needs a project, but the current folder is not in one, or only in a " +
      "project of another layout.",
    remedy: "Change to the project's folder, name it with `-C`, or create a project with " +
      "`layerwright generate api`.",
  },
  "path-outside": {
    message: "Path 'api/routes' leaves the project.",
    cause: "A path leads out of the project or the served folder, perhaps through a symbolic link.",
    remedy: "Use a path inside the folder, and remove symbolic links that lead out of it.",
  },
  "conflict-edited": {
    message: "Refused to overwrite 1 file that differs; nothing was written.",
    cause: "The command would write a file that you edited or that Layerwright did not write.",
    remedy:
      "See [how to resolve conflicts](../how-to/grow-beside-edits.md). `--force` discards the edits " +
      "that the diff shows.",
  },
  "conflict-handler": {
    message: "The spec changes 1 endpoint whose handler you edited. Nothing was written.",
    cause:
      "The spec gives an endpoint another method, path, status, query, headers, list or body, and you edited or moved the code that " +
      "has it.",
    remedy: "Keep your code with `--keep`, or take the spec's with `--replace`. " +
      "[How to resolve conflicts](../how-to/grow-beside-edits.md) shows both.",
  },
  "conflict-path": {
    message: "The spec moves endpoints to paths that other code serves. Nothing was written.",
    cause:
      "Another handler of the project already answers at the path of an endpoint in the spec. " +
      "Flask would call only one of the two.",
    remedy: "Give the endpoint another path in the spec, or remove the other handler first, " +
      "with `remove route` or `remove subroute` if it was generated.",
  },
  "conflict-record": {
    message: "'.layerwright/routes/orders' has a merge conflict; nothing was written.",
    cause: "Git left a conflict in a file that records what Layerwright wrote.",
    remedy:
      "Solve the conflicts in the code, then run `layerwright adopt --spec <file>`: it takes both sides of " +
      "the records. A definition that is neither as the spec generates it nor as the last side has it counts " +
      "as edited, so that nothing overwrites it.",
  },
  "conflict-changed": {
    message: "'api/routes/users_route.py' changed during the run; nothing was written.",
    cause: "Another program changed a file while the command was running.",
    remedy: "Run the command again.",
  },
  "plan-contradicted": {
    message: "The planned code has 1 problem that the project has not; nothing was written.",
    cause:
      "Read again with the planned changes, the project would not be as the report says: an endpoint " +
      "would not be served at its path or with its status, a handler would lose a decorator such as " +
      "`@login_required`, or " +
      "code would use an import, a name or a method that does not exist.",
    remedy:
      "Look at the places in the message. Solve the problem in your code, or write the changes anyway " +
      "with `--allow-problems`.",
  },
  "plan-differs": {
    message: "Planning now gives another change set; nothing was written.",
    cause:
      "The project changed since the plan or the dry run, so the same command would now write " +
      "something else.",
    remedy:
      "Plan again, and review the new changes. For a tool, pass the id of their change set as " +
      "`expect`.",
  },
  "plan-invalid": {
    message: "Invalid plan 'add-reviews.json' (it was changed after it was written).",
    cause: "The file is not a plan, or it changed after it was written.",
    remedy: "Plan again. Editors and git may convert line endings: mark plans with `-text` in " +
      "`.gitattributes`.",
  },
  "plan-undone": {
    message: "This plan was applied and undone. Nothing was written.",
    cause: "`undo` reverted the plan's change set, and `redo` can apply it again.",
    remedy: "Run `layerwright redo`, or run the command itself.",
  },
  "plan-version": {
    message: "Plan 'add-reviews.json' was made by Layerwright 0.9.0, and this is 1.0.0.",
    cause:
      "Versions may write different code, so a plan applies only with the version that made it.",
    remedy: "Plan again, or use the version of the plan.",
  },
  "state-invalid": {
    message: "'shop.json' is not a state file: it has no \"mock_state\": 1. It was not changed.",
    cause: "The file of `mock --state-file` was not written by `mock`, or was damaged since.",
    remedy: "Name another file. If the file does not exist, the first change creates it.",
  },
  "conflict-busy": {
    message: "Another run is using the project.",
    cause: "Another command or agent was writing to the same project and did not finish in time.",
    remedy: "Run the command again.",
  },
  "run-recovered": {
    message: "Undid an interrupted run",
    cause: "A command was killed while it was writing. Its changes were rolled back.",
    remedy:
      "Run the killed command again. Files that were edited since then were kept; the message lists them.",
  },
  "run-interrupted": {
    message: "Showing the project as it was before an interrupted run",
    cause:
      "A command was killed while it was writing. Dry runs and commands that only read do not roll " +
      "its changes back, but show the project without them.",
    remedy:
      "Run the killed command again, or any other command that writes. Both roll the changes back first.",
  },
  "write-failed": {
    message:
      "Cannot write 'api/routes/users_route.py' (no space left on device); nothing was changed.",
    cause: "The disk is full, the folder is not writable, or a file is in use.",
    remedy: "Fix the problem that the message names in parentheses, and run the command again.",
  },
  "route-exists": {
    message: "Route 'users' already exists in api/routes/users_route.py",
    cause: "This is a warning, and the exit code is 0.",
    remedy: "Change the route with `layerwright change route`, or add endpoints to it with " +
      "`layerwright generate subroute`.",
  },
  "route-method": {
    message:
      "Route 'products' already exists in api/routes/products_route.py, with GET, not POST; " +
      "nothing was written.",
    cause:
      "The route exists with another method, and the call also names subroutes. Or `generate resource` " +
      "found a route without GET, with some of the resource's other endpoints, or with code of yours under a " +
      "name that it needs.",
    remedy:
      "Run `generate route` without the subroutes, then `generate subroute` for each of them.",
  },
  "project-unrecorded": {
    message: "Nothing is recorded about this project, so nothing can be removed.",
    cause: "The folder `.layerwright` with the records of the generated code is missing.",
    remedy: "Restore the folder from your repository, or run the command in the hint.",
  },
  "project-newer": {
    message:
      "A newer version of Layerwright, 2.0.0, wrote the records of 'shop'; nothing was written.",
    cause: "A newer version generated or upgraded the project than the one that runs `upgrade`.",
    remedy: "Install the newer version. `layerwright version` prints the command.",
  },
  "project-recorded": {
    message: "Project 'shop' already has records; nothing was written.",
    cause: "`adopt` creates missing records. In this project, no route of the spec lacks a record.",
    remedy:
      "Use `generate api` to bring the project to its spec. To record it again, delete the records first.",
  },
  "project-unlike": {
    message: "Project 'shop' has no code that 'shop.json' generates; nothing was written.",
    cause:
      "The folder does not have the layout of a generated project, or the spec is for another project.",
    remedy: "Choose the folder with `-C`, or the spec of this project with `--spec`.",
  },
  "route-missing": {
    message: "Route 'refunds' does not exist. Please generate the main route first using:",
    cause: "A subroute can only be added to an existing route.",
    remedy: "Run the command that the message names.",
  },
  "route-incomplete": {
    message: "Route 'users' has no class 'UsersService' in api/services/users_service.py.",
    cause: "The files of the route's layers do not contain its service or repository class.",
    remedy: "Add or rename the class that the message names, or add the endpoint by hand.",
  },
  "subroute-exists": {
    message: "Subroute 'sale' already exists in api/routes/products_route.py",
    cause: "This is a warning, and the exit code is 0.",
    remedy: "Change the endpoint with `layerwright change subroute`.",
  },
  "handler-conventions": {
    message: "Copied @login_required from the other handlers. The new test may need a login",
    cause:
      "[A new endpoint follows its neighbours](../how-to/grow-beside-edits.md#a-new-endpoint-follows-its-neighbours). " +
      "The message names the copied decorators, and the conventions of most other handlers that " +
      "the new one lacks.",
    remedy: "Read the new handler and its test.",
  },
  "route-open": {
    message: "New handlers have no @login_required, but all 12 handlers of other routes have it:",
    cause: "A new route has no handlers to follow, so its handlers have no decorators of your own.",
    remedy: "Decorate them, unless everybody may call them.",
  },
  "mounting-unclear": {
    message:
      "Cannot determine the URL prefix of 'users_bp', which api/routes/__init__.py:14 computes. The new test assumes '/users'",
    cause: "The endpoint's path depends on code that runs when the application starts.",
    remedy: "Correct the path in the new test if Flask serves another one.",
  },
  "mounting-missing": {
    message: "Nothing registers 'invoices_bp', so Flask answers 404.",
    cause:
      "The application registers its blueprints by hand, and the new endpoint's blueprint is not among them. This is a warning, and the exit code is 0.",
    remedy: "Add the lines that the message shows to the file that it names.",
  },
  "endpoint-unknown": {
    message: "The spec and the project have no endpoint 'GET /product'.",
    cause:
      "`--keep`, `--replace` or `--restore` names an endpoint that the spec does not have, or a file that Layerwright does not generate.",
    remedy:
      "Write a method and a path of the spec, such as `GET /products`, or the path of a generated file. To keep an endpoint that the spec no longer has, add it to the spec.",
  },
  "history-absent": {
    message:
      "Cannot undo 'generate route invoices': none of its changes are in the project. Nothing was written.",
    cause:
      "All files are as they were before the change, for example because another branch is checked out.",
    remedy:
      "Switch back to the branch of the change, or name another change: `layerwright undo <id>`.",
  },
  "history-creation": {
    message: "Cannot undo 'generate api shop': it created the project. Nothing was written.",
    cause: "The change created the project itself.",
    remedy: "Delete the project's folder.",
  },
  "history-link": {
    message: "Cannot undo 'remove route invoices': it deleted a link; nothing was written.",
    cause: "The change deleted a symbolic link. Layerwright does not create links.",
    remedy: "Create the link again as the message says, and undo the rest.",
  },
  "history-unkept": {
    message: "Cannot undo 'generate api': its files were not kept. Nothing was written.",
    cause:
      "The history keeps the last 100 changes and 20 MB at most. It is not part of the repository, so a fresh clone has none.",
    remedy: "Use your version control to go back.",
  },
  "history-unknown": {
    message: "No change 'chg_8f2kq0rz' in the history of this project.",
    cause: "The id is mistyped, or the history has dropped the change.",
    remedy: "List the changes with `layerwright log`.",
  },
  "tests-kept": {
    message: "No test was added: tests/test_users_route.py does not exist",
    cause:
      "The route's test file is missing or was rewritten, or the stand-in service in it does not replace the service that the handler calls.",
    remedy: "Write a test by hand if you want one.",
  },
  "export-empty": {
    message: "Project 'shop' has no endpoint that a spec can describe.",
    cause: "No endpoint has a path such as `/users` and one of the four methods of a spec.",
    remedy: "See the list of reasons, one for each endpoint.",
  },
  "export-outdated": {
    message: "File 'openapi.json' is out of date.",
    cause: "`export --check` compared the file with what the command would write.",
    remedy: "Run the command with `--force` in place of `--check`, and commit the file.",
  },
  "import-invalid": {
    message: "'shop.json' is not an OpenAPI document: it has no key 'openapi' or 'swagger'.",
    cause: "`import` reads OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0.",
    remedy: "Name another file. `validate` reads specs of Layerwright.",
  },
  "import-empty": {
    message: "'shop.yaml' has no operation that a spec can have.",
    cause: "The document has no operation, or none that a spec can express.",
    remedy: "See the list of reasons, one for each operation.",
  },
  "import-incomplete": {
    message: "A spec cannot have 2 of 20 operations, and parts of 15 more.",
    cause: "With `--strict`, `import` writes nothing if it would lose an operation, or a part of " +
      "one. Texts for people, such as descriptions, do not count.",
    remedy: "See the list of reasons. Run without `--strict` to import the rest.",
  },
  "import-servers": {
    message: "Dropped the server address 'https://api.example.com/v1' (line 4): a spec has none. " +
      "The spec's paths begin without '/v1'.",
    cause: "The document names servers. A spec describes an API, but not its servers.",
    remedy: "Nothing. Put a prefix that you need, such as `/v1`, into the `path` of the routes.",
  },
  "import-dropped": {
    message: "Dropped 3 cookies, such as 'session' of GET /pets (line 7): a spec has none.",
    cause: "Imported operations have parts that a spec cannot express. These can be parameters, " +
      "security, callbacks and servers of their own; error responses, headers and media types; or " +
      "rules of schemas, such as enums, formats and bounds. Examples and bodies that exceed the " +
      "limits of a spec are dropped, too. One note counts the parts of each kind. A part of a " +
      "schema counts once, even if many operations use the schema. One more note counts the " +
      "texts for people, such as titles and descriptions.",
    remedy: "Nothing. Write the code that needs these parts in the generated project.",
  },
  "files-kept": {
    message: "Kept 2 files that existed before: .gitignore, README.md",
    cause: "The folder already had files with these names when the project was generated.",
    remedy: "Nothing. Your files stay as they are.",
  },
  "handler-location": {
    message: "POST /carts now returns the location of the created item",
    cause:
      "A command added a POST, or the endpoint that reads an item that the POST creates. The response of " +
      "the POST names an item, so it gets a `Location` header. A handler that you edited stays as it is.",
    remedy: "Nothing. In a handler that you edited, return the header yourself if you want it.",
  },
  "models-kept": {
    message: "No model was added: api/models/users_model.py has no TypedDict",
    cause:
      "The file of the route's models contains no `TypedDict`, so no model can be added. Or the service already has the method, so the new mock is not used.",
    remedy: "Write a model by hand if you want one.",
  },
  "definition-kept": {
    message:
      "Kept 'UsersService.get_active' in api/services/users_service.py: other code uses it (api/jobs.py:3)",
    cause:
      "A command removed generated code, but kept this part, because other code uses it or you edited it.",
    remedy: "Nothing, or delete the definition by hand, together with the code that uses it.",
  },
  "handler-methods": {
    message: "The handler of GET /products/sale serves GET and PATCH. Nothing was removed.",
    cause:
      "`remove subroute` would remove a handler that serves another path, too, or, with `--type`, " +
      "another method.",
    remedy:
      "Delete the other path's decorator by hand, or move it to another handler. Remove the " +
      "method by hand, or omit `--type` to remove the whole handler.",
  },
  "definition-used": {
    message: "Cannot remove GET /users/active: other code uses 'get_active'; nothing was written.",
    cause:
      "Other code names the endpoint's handler, for example in `url_for`. The message lists the places.",
    remedy: "Change that code, then run the command again.",
  },
  "rename-taken": {
    message:
      "Cannot rename route 'products' to 'catalog': the new name is taken; nothing was written.",
    cause:
      "The project has a file, a definition, a blueprint or an endpoint of that name. The message names it.",
    remedy: "Choose another name, or rename the other one first.",
  },
  "rename-unclear": {
    message:
      "Cannot rename route 'products' to 'catalog': not all uses of the old name can be followed; nothing was written.",
    cause:
      "Code uses a name in a way that static analysis cannot follow. The message lists the places.",
    remedy: "Change that code, then run the command again.",
  },
  "rename-link": {
    message:
      "Cannot rename route 'products' to 'catalog': it has links to files; nothing was written.",
    cause:
      "A file of the route is a symbolic link. Layerwright does not create links, so the new " +
      "file could not be one.",
    remedy: "Replace each link with the file that it leads to, or rename the route by hand.",
  },
  "rename-left": {
    message: "Left 2 mentions of the old name:",
    cause:
      "The old name also occurs in strings, in documents, or as an attribute of unknown objects, and may refer to what was renamed. The message lists the places.",
    remedy: "Read these places, and change them by hand where they mean the old name.",
  },
  "rename-suggested": {
    message: "The spec may have renamed route 'orders' to 'purchases'.",
    cause:
      "Some new endpoints in the spec differ only in a name from endpoints that it no longer has. This is a note, " +
      "and the exit code is 0.",
    remedy:
      "If it was renamed, run the command that the hint names, so that your code takes the new name.",
  },
  "python-syntax": {
    message: "Cannot edit a file that does not parse; nothing was written.",
    cause: "The file has a syntax error. The message names the line.",
    remedy: "Correct the error, then run the command again.",
  },
  "python-unclear": {
    message: "Found no blueprint in api/routes/users_route.py.",
    cause: "The file parses, but Layerwright cannot find the place for the endpoint.",
    remedy: "Follow the hint, or add the endpoint by hand.",
  },
  "usage-command": {
    message: "Unknown command 'generat'. Did you mean 'generate'?",
    cause: "There is no such command.",
    remedy: "`layerwright --help` lists all commands.",
  },
  "usage-option": {
    message: "Missing option '--json <spec_file>'.",
    cause:
      "An option is unknown or missing, or an option or environment variable has an invalid value.",
    remedy: "`--help` after the command shows its options.",
  },
  "usage-argument": {
    message: "Missing argument 'route'.",
    cause: "An argument is missing, unexpected, or of the wrong type.",
    remedy:
      "`--help` after the command shows its arguments. For tools, see [their schemas](tools.md).",
  },
  "usage-no-terminal": {
    message: "Cannot ask here: add --yes.",
    cause:
      "The command needs an answer, but does not run in a terminal, or an option rules out questions.",
    remedy: "Add the options that the message names.",
  },
  "release-unknown": {
    message: "Cannot look up the latest release at https://github.com (connection refused).",
    cause: "`version --check` got no response, or a response without a release.",
    remedy:
      "Fix the problem that the message names in parentheses. No other command needs this address.",
  },
  "interrupted": {
    message: "Interrupted; nothing was written",
    cause: "You pressed Ctrl-C before the command wrote anything.",
    remedy: "Nothing.",
  },
  "internal": {
    message: "Internal error 1f0c2a9b; see the server's log.",
    cause: "This is a bug in Layerwright. Nothing was written.",
    remedy: "Please report the bug, with the number and the output of `--verbose`.",
  },
  "setup-client": {
    message: "No agents found.",
    cause: "No agent is installed on this computer, or none with this name.",
    remedy:
      "Name an agent with `--client`. `layerwright setup list` shows the agents on this computer.",
  },
  "setup-syntax": {
    message: "~/.cursor/mcp.json:14:3 does not parse.",
    cause: "An agent's file has a syntax error, so setup cannot edit it safely.",
    remedy: "Correct the file at that position, then run `layerwright setup` again.",
  },
  "setup-changed": {
    message: "~/.cursor/mcp.json changed since the preview.",
    cause: "Another program changed the file after you saw the preview.",
    remedy: "Run the command again.",
  },
  "setup-foreign": {
    message: "~/.cursor/mcp.json has another entry named 'layerwright'.",
    cause: "You or another program created an entry with this name. Setup does not change it.",
    remedy: "Choose another name with `--name`.",
  },
  "setup-copy": {
    message:
      "~/.cursor/mcp.json may have been edited since; a copy is in ~/.cursor/mcp.json.before-layerwright",
    cause: "Setup restored a file that may also have contained your own changes.",
    remedy: "Delete the copy when you no longer need it, because it contains the key.",
  },
  "setup-gone": {
    message: "~/code/shop no longer exists; its .cursor/mcp.json may contain the key",
    cause: "The folder of a connected project no longer exists.",
    remedy: "If you moved the project, remove the entry from its file by hand.",
  },
  "setup-state": {
    message: "No folder for the record of changes.",
    cause: "Setup found neither a home folder nor a folder for state.",
    remedy: "Set the variable that the hint names.",
  },
  "setup-unfit": {
    message: "Skipped Claude Desktop (it takes no address; try --stdio).",
    cause: "The agent cannot be connected in this way, for the reason in parentheses.",
    remedy: "Connect the agent over `--stdio`, or to a server.",
  },
  "setup-git": {
    message: ".cursor/mcp.json would add the key to git",
    cause: "The file is in a git repository, so you might commit the key.",
    remedy: "Use `--key-from-env`, or add the file to `.gitignore`.",
  },
  "setup-open": {
    message:
      "Other people on this computer may be able to read ~/.cursor/mcp.json, so it did not get the key.",
    cause:
      "The file would contain a key, but its mode or its access control list may let others read it.",
    remedy: "Add `--file-mode private` (`chmod 600`), `--file-mode keep` (keep its mode), or " +
      "`--key-from-env` (no key in the file).",
  },
  "setup-verify": {
    message:
      "Cannot use the server: no Layerwright server at http://127.0.0.1:8000/mcp (connection refused).",
    cause: "The server does not respond, or is not a Layerwright server.",
    remedy: "Start the server, or give another address with `--url`.",
  },
  "setup-key": {
    message: "Cannot use the server: http://127.0.0.1:8000/mcp answered 401.",
    cause: "The server rejects the key.",
    remedy: "Log in again, or give a key with `--api-key-stdin`.",
  },
  "setup-login": {
    message: "Cannot log in at https://layerwright.example.com (no login there).",
    cause: "The server does not offer a login, or the login did not complete.",
    remedy:
      "Fix the problem that the message names in parentheses, or give a key with `--api-key-stdin`.",
  },
  "server-exposed": {
    message: "Refused to listen on 0.0.0.0 without an API key.",
    cause:
      "The address is reachable from other computers, and the settings that protect the server are missing.",
    remedy: "Set the variables that the hint names.",
  },
  "server-failed": {
    message: "Cannot listen on 127.0.0.1:8000 (address already in use).",
    cause: "The port is in use, or the server cannot read or create its key or data.",
    remedy: "Fix the problem that the message names in parentheses.",
  },
  "database-unavailable": {
    message: "The server's database does not answer; try again",
    cause: `${HOSTED_ONLY}the server cannot reach its database, or the database failed.`,
    remedy: "Try again. The server's log contains the reason.",
  },
  "quota-projects": {
    message:
      "Cannot create another project: the account has 50 of 50 projects; nothing was changed.",
    cause: `${HOSTED_ONLY}the account has reached \`LAYERWRIGHT_MAX_PROJECTS\`.`,
    remedy: "Delete a project that you no longer need.",
  },
  "quota-bytes": {
    message:
      "Cannot store 2,048 more bytes: the account's projects take 104,857,000 of its 104,857,600 bytes; nothing was changed.",
    cause: `${HOSTED_ONLY}the account has reached \`LAYERWRIGHT_MAX_BYTES\`.`,
    remedy: "Remove files, or delete a project.",
  },
  "quota-files": {
    message:
      "Cannot store 2,000 more files: the project has 19,000 of its 20,000 files; nothing was changed.",
    cause: `${HOSTED_ONLY}the project has reached \`LAYERWRIGHT_MAX_FILES\`.`,
    remedy: "Remove files, or split the project.",
  },
  "call-limit": {
    message: "Ended 'generate_api' after 10 s of computing; nothing was written.",
    cause:
      `${HOSTED_ONLY}the call took more time or memory than \`LAYERWRIGHT_MAX_CALL_SECONDS\` or \`LAYERWRIGHT_MAX_CALL_MEGABYTES\` allows.`,
    remedy: "Do less in one call, for example with fewer routes, or use a smaller project.",
  },
  "call-busy": {
    message: "Too many large calls are waiting; nothing was written.",
    cause: `${HOSTED_ONLY}too many large calls of this account, or of all accounts, are waiting.`,
    remedy: "Call again in a few seconds.",
  },
  "files-stored": {
    message: "Stored 2 files",
    cause: `${HOSTED_ONLY}the call contained files. The server stored them before it ran the tool.`,
    remedy: "Nothing. They stay stored, even if the tool fails.",
  },
  "files-invalid": {
    message: "Cannot store '../secret' (not a path below the project's root); nothing was stored.",
    cause: `${HOSTED_ONLY}the call contained a file with an invalid path or text.`,
    remedy:
      "Correct the path or the text of the file. The message names the problem in parentheses.",
  },
  "account-email": {
    message: "Invalid email address 'ada'.",
    cause: "The address is invalid, already has an account, or is not the invited one.",
    remedy: "Use the address that was invited.",
  },
  "account-password": {
    message: "Invalid password (must have 10 to 1024 characters).",
    cause: "The password is too short or too long, or is the email address.",
    remedy: "Try a few words in a row.",
  },
  "account-code": {
    message: "This link was used, has expired, or does not work with this email address.",
    cause:
      "The message does not say which of these is the case, because that would reveal who has an account.",
    remedy: "Ask the server's owner for a new link.",
  },
  "account-owner": {
    message: "Only the server's owner can do this.",
    cause: "Only the owner can invite and remove people.",
    remedy: "Ask the owner.",
  },
  "account-missing": {
    message: "Account not found.",
    cause: "It was already removed.",
    remedy: "Nothing.",
  },
  "account-busy": {
    message: "Too many logins at once.",
    cause:
      "Password checks are slow on purpose, and too many are waiting, in total or for this account.",
    remedy: "Try again in a few seconds.",
  },
  "login-wrong": {
    message: "Incorrect email address or password.",
    cause: "The message does not say which.",
    remedy: "Try again. After too many attempts, you have to wait.",
  },
  "login-locked": {
    message: "Too many wrong passwords. Try again in 15 minutes.",
    cause: "[Too many wrong passwords](hosted-server.md#how-long-things-last) were tried.",
    remedy: "Wait.",
  },
  "identity-unknown": {
    message: "No account is linked to this identity.",
    cause:
      "You logged in at an identity provider, but no account on this server is linked to that identity.",
    remedy: "Log in with your password, and link the identity on your account page.",
  },
  "identity-taken": {
    message: "This identity is linked to another account.",
    cause: "An identity can be linked to only one account.",
    remedy: "Unlink it from that account first.",
  },
  "identity-missing": {
    message: "Identity not found.",
    cause: "It was already unlinked.",
    remedy: "Nothing.",
  },
  "identity-last": {
    message: "Cannot unlink your only way to log in.",
    cause: "The account has no password and no other identity.",
    remedy: "Link another identity first.",
  },
  "invitation-missing": {
    message: "Invitation not found.",
    cause: "It was already used or withdrawn.",
    remedy: "Nothing, or invite again.",
  },
  "key-name": {
    message: "Invalid name (must have 1 to 100 printable characters).",
    cause: "The name is empty, too long, or contains characters that cannot be printed.",
    remedy: "Give another name.",
  },
  "key-scopes": {
    message: "Invalid scopes (must be one or more of tools:read, tools:write).",
    cause: "A key needs at least one scope, and each must exist.",
    remedy: "Use `tools:read`, `tools:write`, or both.",
  },
  "key-expiry": {
    message: "Invalid number of days (must be 1 to 365).",
    cause: "The number is not an integer or is out of range.",
    remedy: "Give another number, or none for a key that lasts until it is revoked.",
  },
  "key-limit": {
    message: "Cannot create another API key (the limit is 100).",
    cause: "The account has reached `LAYERWRIGHT_MAX_KEYS`.",
    remedy: "Revoke a key that you no longer use.",
  },
  "key-missing": {
    message: "API key not found.",
    cause: "It was already revoked, or belongs to another account.",
    remedy: "Nothing.",
  },
  "app-missing": {
    message: "App not found.",
    cause: "It was already revoked.",
    remedy: "Nothing.",
  },
};
