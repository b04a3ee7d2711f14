/** What each diagnostic means, and what to do: for the page that lists them. */

import type { DiagnosticCode } from "../../../core/diagnostic.ts";
import type { AccountCode } from "../../../hosted/accounts/diagnostic.ts";
import type { SetupCode } from "../../../setup/diagnostic.ts";

/** What people read of a code. */
export interface Meaning {
  /** A message that has it; a test finds it in the program's source. */
  readonly message: string;
  readonly cause: string;
  readonly remedy: string;
}

/** Codes by what they are about, as the page has them. */
export const GROUPS: readonly { readonly title: string; readonly prefixes: readonly string[] }[] = [
  { title: "Specs and other input", prefixes: ["spec", "json", "file", "type", "mock"] },
  { title: "Projects", prefixes: ["project", "path", "conflict", "run", "write"] },
  {
    title: "Routes and Python",
    prefixes: ["route", "subroute", "tests", "endpoints", "models", "python"],
  },
  { title: "The command line", prefixes: ["usage", "release", "interrupted", "internal"] },
  { title: "Connecting agents", prefixes: ["setup"] },
  { title: "Servers", prefixes: ["server", "database", "quota", "call", "files"] },
  { title: "Accounts", prefixes: ["account", "login", "identity", "invitation", "key", "app"] },
];

const HOSTED_ONLY = "On a server for a team: ";

/** All of them: a code that is missing here is a type error. */
export const MEANINGS: Readonly<Record<DiagnosticCode | SetupCode | AccountCode, Meaning>> = {
  "spec-not-object": {
    message: "Spec must be a JSON object.",
    cause: "The spec is JSON, but a list, a text, a number, true, false or null.",
    remedy: 'Put the routes into an object: `{ "routes": { ... } }`.',
  },
  "spec-routes-missing": {
    message: "Key 'routes' missing at top level.",
    cause: "The spec has no key `routes`.",
    remedy: "Add it, with a route in it.",
  },
  "spec-routes-empty": {
    message: "'routes' cannot be empty.",
    cause: "`routes` is an object without keys.",
    remedy: "Add a route.",
  },
  "spec-route-name": {
    message: "Invalid route name 'user-list' (must be a valid Python identifier).",
    cause: "A route's name becomes the name of files and functions in Python.",
    remedy: "Use ASCII letters, digits and underscores, with no digit first.",
  },
  "spec-method": {
    message: "Invalid HTTP method 'PATCH' in route 'users' (must be GET, POST, PUT, or DELETE).",
    cause: "`type` is another word than these four, in any case.",
    remedy: "Use one of them.",
  },
  "spec-subroute-name": {
    message:
      "Invalid subroute name 'by email' in route 'users' (must be a valid Python identifier).",
    cause: "A subroute's name becomes the name of functions in Python.",
    remedy: "Use ASCII letters, digits and underscores, with no digit first.",
  },
  "spec-shape": {
    message: "'subroutes' must be an object in route 'users'.",
    cause: "A value has the wrong kind, such as a text where an object belongs.",
    remedy: "Compare with [the spec](spec.md), or let an editor check it by its JSON Schema.",
  },
  "spec-type-missing": {
    message: "Key 'type' missing in route 'users'.",
    cause: "A route or subroute has no method.",
    remedy: 'Add `"type": "GET"`, or another method.',
  },
  "spec-duplicate": {
    message: "Duplicate key 'type' in route 'users'.",
    cause: "The same key or name stands twice in one object; which was meant cannot be told.",
    remedy: "Remove one.",
  },
  "spec-case": {
    message: "Route names 'Users' and 'users' differ only in case.",
    cause: "Some file systems hold their files for one. It is an error on those, else a warning.",
    remedy: "Rename one.",
  },
  "spec-limit": {
    message: "Route name 'aaaaaaaaaaaaaaaaaaaa...' exceeds 200 characters.",
    cause: "A name or a mock is longer or deeper than files, Python or Flask can take.",
    remedy: "Make it smaller; the message says how small.",
  },
  "spec-unknown-key": {
    message: "Unknown key 'methd' in route 'users'",
    cause: "The key means nothing here, and is ignored: a warning.",
    remedy: "Mend the name if it is mistyped, else remove it.",
  },
  "json-syntax": {
    message: "Invalid JSON in shop.json:6:7 (expected ',' or '}', found '\"').",
    cause: "The text is no JSON from that line and column on.",
    remedy: "Mend it there; the message shows the place.",
  },
  "file-unreadable": {
    message: "Cannot read 'shop.json' (no such file).",
    cause: "A file or folder is not there, may not be read, or is no text in UTF-8.",
    remedy: "Check the path and who may read it; the reason is in parentheses.",
  },
  "type-invalid": {
    message: "Invalid --type 'FETCH' (must be GET or POST).",
    cause: "The method is none that the command or tool takes.",
    remedy: "Use one that the message names. Subroutes with PUT and DELETE come from a spec.",
  },
  "mock-invalid": {
    message: "Invalid --mock '{id: 1}' (not JSON at 1:2, and no such file).",
    cause: "A mock is JSON, or the path of a file with JSON. In a shell, quotes are easily lost.",
    remedy: "Put single quotes around it: `--mock '{\"id\": 1}'`.",
  },
  "project-name": {
    message: "Invalid project name 'a/b' (must be a directory name).",
    cause: "The name cannot be a folder's.",
    remedy: "Choose one without slashes, such as `shop`.",
  },
  "project-exists": {
    message: "Directory 'notes' already exists and was not generated by layerwright.",
    cause: "Files are in the way that Layerwright did not write, or its manifest is lost.",
    remedy:
      "Restore `.layerwright/manifest` if Layerwright generated the project. Otherwise, choose another name.",
  },
  "project-inside": {
    message: "Refused to create project 'other' inside project 'shop'.",
    cause: "The command ran in a generated project, and was given another project's name.",
    remedy: "Omit the name to generate into this project, or choose another folder with `-C`.",
  },
  "project-missing": {
    message: "No project here or above.",
    cause: "The command works on a project, and the folder is in none.",
    remedy: "Go there, name it with `-C`, or make one with `layerwright generate api`.",
  },
  "path-outside": {
    message: "Path 'api/routes' leaves the project.",
    cause: "A path leads out of the folder that may be written, perhaps by a symbolic link.",
    remedy: "Use a path below it, and remove links that lead out.",
  },
  "conflict-edited": {
    message: "Refused to overwrite 1 edited file; nothing was written.",
    cause: "The spec asks for another text where you edited one.",
    remedy:
      "See [what you can do](../how-to/grow-beside-edits.md). `--force` discards what is shown.",
  },
  "conflict-changed": {
    message: "'api/routes/users_route.py' changed during the run; nothing was written.",
    cause: "Somebody wrote to a file while the command planned.",
    remedy: "Run it again.",
  },
  "conflict-busy": {
    message: "Another run is using the project.",
    cause: "Another command or agent writes to the same project, and was not done in time.",
    remedy: "Run it again.",
  },
  "run-recovered": {
    message: "Undid an interrupted run",
    cause: "A command was killed while it wrote. Its changes were taken back.",
    remedy: "Nothing; run again what was killed. Files that were edited since stay, and are named.",
  },
  "run-interrupted": {
    message: "Showing the project as it was before an interrupted run",
    cause: "A command was killed while it wrote. A command that only reads, or a dry run, writes " +
      "nothing: it shows the project as it will be once that run is undone.",
    remedy:
      "Run a command that writes, such as what was killed. It undoes the interrupted run first.",
  },
  "write-failed": {
    message:
      "Cannot write 'api/routes/users_route.py' (no space left on device); nothing was changed.",
    cause: "The disk is full, the folder may not be written, or a file is in use.",
    remedy: "The reason is in parentheses. Whatever was written is taken back.",
  },
  "route-exists": {
    message: "Route 'users' already exists in api/routes/users_route.py",
    cause: "There is nothing to do: a warning, and exit code 0.",
    remedy: "Add endpoints to it with `layerwright generate subroute`.",
  },
  "route-method": {
    message:
      "Route 'products' already exists in api/routes/products_route.py, with GET, not POST; " +
      "nothing was written.",
    cause: "The route exists with another method, so the command would add nothing.",
    remedy: "Add the method to the route's file by hand, or choose another name.",
  },
  "route-missing": {
    message: "Route 'refunds' does not exist. Please generate the main route first using:",
    cause: "A subroute needs its route.",
    remedy: "Run the command that the message names.",
  },
  "route-incomplete": {
    message: "Route 'users' has no class 'UsersService' in api/services/users_service.py.",
    cause: "The route has no service or repository class in the files where its layers are.",
    remedy: "Add or rename the class that the message names, or add the endpoint by hand.",
  },
  "subroute-exists": {
    message: "Subroute 'sale' already exists in api/routes/products_route.py",
    cause: "There is nothing to do: a warning, and exit code 0.",
    remedy: "Nothing.",
  },
  "tests-kept": {
    message: "No test was added: tests/test_users_route.py does not exist",
    cause: "The route's tests were removed or rewritten so that a new one does not fit.",
    remedy: "Write one by hand, if you want it.",
  },
  "endpoints-kept": {
    message: "Kept 1 endpoint that is not in the spec: GET /users/active",
    cause: "They were added by a command, by you, or by an earlier spec. They are never deleted.",
    remedy: "Nothing; add them to the spec if it shall be complete, or delete them by hand.",
  },
  "files-kept": {
    message: "Kept 2 files that existed before: .gitignore, README.md",
    cause: "The folder had files of these names before its project was generated.",
    remedy: "Nothing; your files stay as they are.",
  },
  "models-kept": {
    message: "No model was added: api/models/users_model.py has no TypedDict",
    cause: "The route's models are of another kind than those that are generated.",
    remedy: "Write one by hand, if you want it.",
  },
  "python-syntax": {
    message: "Cannot edit a file that does not parse; nothing was written.",
    cause: "The file has a syntax error at the line that is named.",
    remedy: "Mend it, then run the command again.",
  },
  "python-unclear": {
    message: "Found no blueprint in api/routes/users_route.py.",
    cause: "The code can be read, but not where the endpoint belongs.",
    remedy: "Do what the hint says, or add the endpoint by hand.",
  },
  "usage-command": {
    message: "Unknown command 'generat'. Did you mean 'generate'?",
    cause: "There is no such command.",
    remedy: "`layerwright --help` lists all.",
  },
  "usage-option": {
    message: "Missing option '--json <spec_file>'.",
    cause: "An option is unknown, missing, or has a value that it cannot have; or a variable has.",
    remedy: "`--help` after the command shows its options.",
  },
  "usage-argument": {
    message: "Missing argument 'route'.",
    cause: "An argument is missing, one too many, or of the wrong kind.",
    remedy: "`--help` after the command shows its arguments; for tools, their schema.",
  },
  "usage-no-terminal": {
    message: "No terminal: add --yes.",
    cause: "The command would ask something, and nobody can answer.",
    remedy: "Add the options that it names.",
  },
  "release-unknown": {
    message: "Cannot look up the latest release at https://github.com (connection refused).",
    cause: "`upgrade --check` got no answer, or one that names no release.",
    remedy: "The reason is in parentheses. Nothing else needs that address.",
  },
  "interrupted": {
    message: "Interrupted; nothing was written",
    cause: "Somebody pressed Ctrl-C before anything was written.",
    remedy: "Nothing.",
  },
  "internal": {
    message: "Internal error 1f0c2a9b; see the server's log.",
    cause: "A mistake in Layerwright. Nothing was written.",
    remedy: "Please report it, with the number and with what `--verbose` shows.",
  },
  "setup-client": {
    message: "No agent was found.",
    cause: "There is no agent on this computer, or none of that name.",
    remedy: "Name one with `--client`; `layerwright setup list` shows those that are found.",
  },
  "setup-syntax": {
    message: "~/.cursor/mcp.json:14:3 does not parse.",
    cause: "An agent's file does not parse, so that changing it could break it.",
    remedy: "Mend it at the place that is named, then run `layerwright setup` again.",
  },
  "setup-changed": {
    message: "~/.cursor/mcp.json changed since the preview.",
    cause: "Somebody wrote to the file while you decided.",
    remedy: "Run it again.",
  },
  "setup-foreign": {
    message: "~/.cursor/mcp.json has another entry named 'layerwright'.",
    cause: "You or another program made an entry of the same name. It is never taken over.",
    remedy: "Choose another name with `--name`.",
  },
  "setup-copy": {
    message:
      "~/.cursor/mcp.json may have been edited since; a copy stays in ~/.cursor/mcp.json.before-layerwright",
    cause: "A file that was undone may have your own changes in it.",
    remedy: "Delete the copy when you need it no more: it holds the key.",
  },
  "setup-gone": {
    message: "~/code/shop is gone with .cursor/mcp.json, which may hold the key",
    cause: "A project that was connected is not where it was.",
    remedy: "If it was moved, remove the entry there by hand.",
  },
  "setup-state": {
    message: "No folder to remember in what is written.",
    cause: "Neither a home folder nor a folder for state is known.",
    remedy: "Set `HOME`, or what the hint names.",
  },
  "setup-unfit": {
    message: "Skipped Claude Desktop (it takes no address; try --stdio).",
    cause: "The agent cannot be connected in this way; the reason is in parentheses.",
    remedy: "Choose another way: `--stdio`, or a server.",
  },
  "setup-git": {
    message: ".cursor/mcp.json would put the key into git",
    cause: "The file is in a repository, and would be committed with the key in it.",
    remedy: "Use `--key-from-env`, or add the file to `.gitignore`.",
  },
  "setup-open": {
    message:
      "Other people on this computer may be able to read ~/.cursor/mcp.json, so it did not get the key.",
    cause:
      "The file would hold a key, and its mode or its access control list may let others read it.",
    remedy: "Add `--file-mode private` (`chmod 600`), `--file-mode keep` (leave it so), or " +
      "`--key-from-env` (no key in the file).",
  },
  "setup-verify": {
    message:
      "Cannot use the server: no Layerwright server at http://127.0.0.1:8000/mcp (connection refused).",
    cause: "The server does not answer, or is no Layerwright.",
    remedy: "Start it, or give another address with `--url`.",
  },
  "setup-key": {
    message: "Cannot use the server: http://127.0.0.1:8000/mcp answered 401.",
    cause: "The server refuses the key.",
    remedy: "Log in again, or give a key with `--api-key-stdin`.",
  },
  "setup-login": {
    message: "Cannot log in at https://layerwright.example.com (no login there).",
    cause: "The server has no login, or logging in did not come to its end.",
    remedy: "The reason is in parentheses. A key can be given with `--api-key-stdin`.",
  },
  "server-exposed": {
    message: "Refused to listen on 0.0.0.0 without an API key.",
    cause: "Others could reach the server, and nothing would keep them out.",
    remedy: "Set what the hint names.",
  },
  "server-failed": {
    message: "Cannot listen on 127.0.0.1:8000 (address already in use).",
    cause: "The port is taken, or the key or the data cannot be read or made.",
    remedy: "The reason is in parentheses.",
  },
  "database-unavailable": {
    message: "The server's database does not answer; try again",
    cause: `${HOSTED_ONLY}the database did not answer.`,
    remedy: "Try again. The server's log says what it was.",
  },
  "quota-projects": {
    message: "Cannot create another project: the account has 50 of its 50; nothing was changed.",
    cause: `${HOSTED_ONLY}\`LAYERWRIGHT_MAX_PROJECTS\` is reached.`,
    remedy: "Delete a project that you no longer need.",
  },
  "quota-bytes": {
    message:
      "Cannot store 2,048 more bytes: the account's projects take 104,857,000 of its 104,857,600 bytes; nothing was changed.",
    cause: `${HOSTED_ONLY}\`LAYERWRIGHT_MAX_BYTES\` is reached.`,
    remedy: "Remove files, or delete a project.",
  },
  "quota-files": {
    message:
      "Cannot store 2,000 more files: the project has 19,000 of its 20,000 files; nothing was changed.",
    cause: `${HOSTED_ONLY}\`LAYERWRIGHT_MAX_FILES\` is reached.`,
    remedy: "Remove files, or split the project.",
  },
  "call-limit": {
    message: "Ended 'generate_api' after 10 s of computing; nothing was written.",
    cause:
      `${HOSTED_ONLY}one call took more time or memory than \`LAYERWRIGHT_MAX_CALL_SECONDS\` or \`LAYERWRIGHT_MAX_CALL_MEGABYTES\` allows.`,
    remedy: "Send less in one call, such as fewer routes, or use a smaller project.",
  },
  "call-busy": {
    message: "Too many large calls are waiting; nothing was written.",
    cause: `${HOSTED_ONLY}the account, or all accounts, have too many large calls waiting.`,
    remedy: "Call again in a few seconds.",
  },
  "files-stored": {
    message: "Stored 2 files",
    cause: `${HOSTED_ONLY}files came with the call, and were stored before the tool worked.`,
    remedy: "Nothing; they stay stored, whatever became of the tool's own change.",
  },
  "files-invalid": {
    message: "Cannot store '../secret' (not a path below the project's root); nothing was stored.",
    cause: `${HOSTED_ONLY}a path or text that came with a call cannot be a file.`,
    remedy: "The reason is in parentheses.",
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
    cause: "The message does not say which: that would reveal who has an account.",
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
    cause: "You logged in at an identity provider, but no account here is linked to you there.",
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
    cause: "The name is empty, too long, or has characters that cannot be printed.",
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
    cause: "`LAYERWRIGHT_MAX_KEYS` is reached.",
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
