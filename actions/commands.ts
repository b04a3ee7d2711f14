/**
 * The table of the commands that change a project. Each argument is here once, with its words for
 * the command line and for agents. The command line, the tools, plan files and the history take
 * names, checks and words from the table.
 */

import type { Method } from "../spec/api_spec.ts";
import type { ApiSpecInput, SubroutesInput } from "../spec/api_spec_input.ts";
import type { ParsedJson } from "./json_option.ts";

/** The value that an action takes, for each kind of argument. */
export interface ArgumentValues {
  readonly text: string;
  /** A URL path. */
  readonly path: string;
  readonly flag: boolean;
  readonly method: Method;
  readonly methods: readonly Method[];
  readonly status: number;
  readonly texts: readonly string[];
  /** JSON text, or the path of a file with it, which is in the argument `<name>Path`. */
  readonly json: ParsedJson;
  /** Documented errors, as in a spec. */
  readonly errors: ParsedJson;
  readonly spec: string | ApiSpecInput;
  readonly subroutes: string | SubroutesInput;
}

/** An argument of a command. */
export interface Argument {
  readonly kind: keyof ArgumentValues;
  readonly isRequired?: true;
  /** How people type it, such as `<route>` or `--path <path>`; not set if they cannot. */
  readonly typed?: string;
  /** Its meaning in the help of the command. */
  readonly help?: string;
  /** Another option with the same meaning. Without `help`, the help does not show it. */
  readonly also?: { readonly typed: string; readonly help?: string };
  /** Its meaning in the schema of the tool, empty if the name says it; not set if no tool has it. */
  readonly tool?: string;
  /** The methods that people and agents may choose; default: all. */
  readonly choices?: readonly Method[];
  readonly default?: Method;
  /** The option that cannot be used with this one, or several. */
  readonly excludes?: string | readonly string[];
}

const TEXT = { kind: "text" } as const;
const NAME = { kind: "text", isRequired: true } as const;
const ROUTE = { ...NAME, typed: "<route>" } as const;
const SUBROUTE = { ...NAME, typed: "<subroute>" } as const;
const FLAG = { kind: "flag" } as const;
const LIST = { kind: "texts" } as const;
const PATH = { kind: "path", typed: "--path <path>" } as const;
const TYPE = { kind: "method", typed: "--type <METHOD>" } as const;

const NEW_ROUTE = {
  ...ROUTE,
  help: "Route (letters, digits, _; no digit first)",
  tool: "ASCII letters, digits, _",
} as const;

const PAGED = {
  kind: "json",
  typed: "--list <json>",
  help: 'Pages, filters and sorts a list, such as {"sort": ["name"]}',
} as const;

/** The arguments of an endpoint that follow its path. */
const ENDPOINT = {
  status: {
    kind: "status",
    typed: "--status <code>",
    help: "200 to 299 (default: 201 for POST, else 200)",
    tool: "",
  },
  query: {
    kind: "json",
    typed: "--query <json>",
    help: "Example of each parameter of the query, as JSON or a JSON file",
    tool: "",
  },
  queryPath: TEXT,
  headers: {
    kind: "json",
    typed: "--headers <json>",
    also: { typed: "--header <json>" },
    help: "Example of each header, as JSON or a JSON file",
    tool: "",
  },
  headersPath: TEXT,
  list: { ...PAGED, tool: "" },
  listPath: TEXT,
  body: {
    kind: "json",
    typed: "--body <json>",
    help: "Example of a POST or PUT body, as JSON or a JSON file",
    tool: "As in a spec",
  },
  bodyPath: TEXT,
  mock: {
    kind: "json",
    typed: "--mock <json>",
    help: "JSON, or a path to a JSON file",
    tool: "Response body",
  },
  mockPath: TEXT,
  errors: {
    kind: "errors",
    typed: "--error <status>=<text>",
    help: "Error that it documents, such as 404='No such cart'; repeat it for more",
    tool: "",
  },
} as const;

const METHODS = {
  kind: "methods",
  typed: "--methods <METHODS>",
  help: "Several methods, such as GET,PUT, in place of --type",
  tool: "In place of type",
  excludes: "type",
} as const;

const SPEC = { kind: "spec", isRequired: true } as const;

/** The paths of a spec: as typed, and to record. */
const SPEC_PATHS = { specPath: TEXT, specFile: TEXT } as const;

const REMOVED = {
  keepEdited: {
    ...FLAG,
    typed: "--keep-edited",
    help: "Keep your edits, and the code that they call",
    tool: "Keep edited code",
  },
  force: {
    ...FLAG,
    typed: "--force",
    help: "Remove your edits too; keep copies in .layerwright/backup",
    tool: "Back up and remove edited code",
  },
} as const;

const OLD_ROUTE = { ...ROUTE, tool: "" } as const;
const OLD_SUBROUTE = { ...SUBROUTE, tool: "" } as const;
const OLD_TYPE = { ...TYPE, tool: "Default: all methods" } as const;
const TO = { ...NAME, typed: "<name>", help: "New name", tool: "" } as const;
const KEEP_LATER = { ...FLAG, typed: "--keep-edited", tool: "" } as const;

/** The endpoint to change at a path, and its new parts. */
const CHANGED = {
  type: { ...TYPE, help: "Method, if the path has several", tool: "Method" },
  ...ENDPOINT,
  status: { ...ENDPOINT.status, help: "200 to 299" },
  query: { ...ENDPOINT.query, help: "Example of each parameter of the query; null reads none" },
  headers: { ...ENDPOINT.headers, help: "Example of each header; null reads none" },
  list: { ...PAGED, tool: "", help: "Pages, filters and sorts a list; null gives the whole list" },
  body: { ...ENDPOINT.body, help: "Example of a POST or PUT body; null accepts any JSON" },
  errors: {
    ...ENDPOINT.errors,
    help: "Replaces all documented errors; repeat it for each; null documents none",
  },
  keepEdited: {
    ...FLAG,
    typed: "--keep-edited",
    help: "Keep your edits, and change the rest",
    tool: "Keep edited code",
  },
  force: {
    ...FLAG,
    typed: "--force",
    help: "Replace your code; keep a copy in .layerwright/backup",
    tool: "Back up and replace edited code",
  },
} as const;

/**
 * The arguments of each command, in the order of its help. The actions' options document them for
 * the library.
 */
export const COMMANDS = {
  "generate api": {
    name: {
      ...NAME,
      typed: "[project_name]",
      help: "New folder, or . for the current one; omit it in a project",
    },
    /** Whether the command runs in the project's folder, so that the name need not be typed. */
    inside: FLAG,
    spec: {
      ...SPEC,
      typed: "--json <spec_file>",
      help: "Spec to read; - for stdin (default: the project's own)",
      also: { typed: "--spec <spec_file>", help: "Same as --json" },
      tool: "",
    },
    ...SPEC_PATHS,
    keep: {
      ...LIST,
      typed: "--keep <endpoint>",
      help: "Keep your code until the spec changes the endpoint again",
      tool: "Endpoints that may differ",
    },
    replace: {
      ...LIST,
      typed: "--replace <endpoint>",
      help: "Replace your code; keep a copy in .layerwright/backup",
      tool: "Edited endpoints",
    },
    keepEdited: {
      ...FLAG,
      typed: "--keep-edited",
      help: "Keep all edited code that would have to change",
    },
    force: {
      ...FLAG,
      typed: "--force",
      help: "Overwrite all conflicting edits; keep copies in .layerwright/backup",
      tool: "Back up and overwrite edits",
    },
    prune: {
      ...FLAG,
      typed: "--prune",
      help: "Remove endpoints that the spec no longer has, unless edited",
      tool: "Remove unedited extra endpoints",
    },
    restore: {
      ...LIST,
      typed: "--restore <item>",
      help: "Generate a deleted endpoint or file again",
      tool: "Deleted endpoints or files",
    },
  },
  "generate route": {
    route: NEW_ROUTE,
    type: {
      ...TYPE,
      help: "GET, POST, PUT or DELETE, any case (default: GET)",
      tool: "Default: GET",
      default: "GET",
    },
    methods: METHODS,
    path: {
      ...PATH,
      help: "Prefix of its paths, such as /v1/shop (default: /<route>)",
      tool: "Default: /<route>",
    },
    ...ENDPOINT,
    subroutes: { kind: "subroutes", tool: "As in a spec" },
    noModel: { ...FLAG, typed: "--no-model", help: "Generate no model" },
  },
  "generate resource": {
    route: NEW_ROUTE,
    example: {
      kind: "json",
      isRequired: true,
      typed: "--example <json>",
      help: "An item or a list of them: JSON, or a path to a JSON file",
    },
    examplePath: TEXT,
    idField: {
      ...TEXT,
      typed: "--id-field <name>",
      help: "The field with an item's id (default: id)",
    },
    list: PAGED,
    listPath: TEXT,
  },
  "generate subroute": {
    route: { ...NEW_ROUTE, help: "Existing route" },
    subroute: { ...SUBROUTE, help: "Endpoint (letters, digits, _; no digit first)", tool: "" },
    type: {
      ...TYPE,
      help: "GET or POST, any case (default: GET)",
      tool: "Default: GET",
      choices: ["GET", "POST"],
      default: "GET",
    },
    methods: METHODS,
    path: {
      ...PATH,
      help: "Below the route's, such as /{id:int} (default: /<subroute>)",
      tool: "Such as /{id:int}; default: /<subroute>",
    },
    ...ENDPOINT,
  },
  "generate docs": {},
  "change route": {
    route: { ...OLD_ROUTE, help: "Route of the endpoint" },
    ...CHANGED,
  },
  "change subroute": {
    route: { ...OLD_ROUTE, help: "Route of the subroute" },
    subroute: { ...OLD_SUBROUTE, help: "Subroute of the endpoint" },
    ...CHANGED,
  },
  "remove route": {
    route: { ...OLD_ROUTE, help: "Route to remove" },
    type: {
      ...OLD_TYPE,
      help: "Only this method of the route's own path (default: the whole route)",
    },
    ...REMOVED,
  },
  "remove subroute": {
    route: { ...OLD_ROUTE, help: "Route of the subroute" },
    subroute: { ...OLD_SUBROUTE, help: "Subroute to remove" },
    type: { ...OLD_TYPE, help: "Only this method (default: all)" },
    ...REMOVED,
  },
  "remove docs": {
    force: {
      ...REMOVED.force,
      help: "Remove edited files too; keep copies in .layerwright/backup",
    },
  },
  "rename route": { route: { ...OLD_ROUTE, help: "Route to rename" }, to: TO },
  "rename subroute": {
    route: { ...OLD_ROUTE, help: "Route of the subroute" },
    subroute: { ...OLD_SUBROUTE, help: "Subroute to rename" },
    to: TO,
  },
  upgrade: {
    name: NAME,
    keepEdited: {
      ...FLAG,
      typed: "--keep-edited",
      help: "Keep your edits, and do not list them again",
    },
  },
  undo: {
    id: {
      ...TEXT,
      typed: "[id]",
      help: "Id of the change, from 'log' (default: the last not undone)",
      tool: "A change_set; default: last",
    },
    keepEdited: { ...KEEP_LATER, help: "Keep later edits, and undo the rest" },
  },
  redo: { keepEdited: { ...KEEP_LATER, help: "Keep later edits, and redo the rest" } },
  adopt: {
    name: NAME,
    spec: {
      ...SPEC,
      typed: "--spec <spec_file>",
      help: "Spec of the project; - for stdin (required)",
      also: { typed: "--json <spec_file>" },
    },
    ...SPEC_PATHS,
  },
} as const satisfies Readonly<Record<ChangingCommand, Readonly<Record<string, Argument>>>>;

/** The arguments of every run of these commands. They decide what it writes, and plan files do not have them. */
export const RUN = {
  dryRun: { ...FLAG, typed: "--dry-run", help: "Plan and check; write nothing", tool: "" },
  diff: {
    ...FLAG,
    typed: "--diff",
    help: "Print a patch for git apply; write nothing",
    tool: "Return patches",
  },
  plan: {
    ...TEXT,
    typed: "--plan <file>",
    help: "Plan and check; write only <file>, for 'apply'",
    excludes: ["dryRun", "diff"],
  },
  allowProblems: {
    ...FLAG,
    typed: "--allow-problems",
    help: "Write even if the new code would have problems",
    tool: "",
  },
  expect: { ...TEXT, tool: "Only this change_set" },
} as const satisfies Readonly<Record<string, Argument>>;

/** The name of a command that changes a project. */
export type ChangingCommand =
  | "generate api"
  | "generate route"
  | "generate resource"
  | "generate subroute"
  | "generate docs"
  | "change route"
  | "change subroute"
  | "remove route"
  | "remove subroute"
  | "remove docs"
  | "rename route"
  | "rename subroute"
  | "upgrade"
  | "undo"
  | "redo"
  | "adopt";

/** The rows of a command. */
export type Rows<Command extends ChangingCommand> = (typeof COMMANDS)[Command];

/** The value of an argument. */
export type ValueOf<Row> = Row extends { readonly kind: infer Kind extends keyof ArgumentValues }
  ? ArgumentValues[Kind]
  : never;

type RequiredKey<Row> = {
  [Key in keyof Row]: Row[Key] extends { readonly isRequired: true } ? Key : never;
}[keyof Row];

/** The arguments of a command, as actions take them. */
export type Given<Command extends ChangingCommand> =
  & { readonly [Key in RequiredKey<Rows<Command>>]: ValueOf<Rows<Command>[Key]> }
  & {
    readonly [Key in Exclude<keyof Rows<Command>, RequiredKey<Rows<Command>>>]?: ValueOf<
      Rows<Command>[Key]
    >;
  };

/** Returns the arguments of a command, each with its name. */
export function argumentsOf(command: ChangingCommand): readonly (readonly [string, Argument])[] {
  return Object.entries<Argument>(COMMANDS[command]);
}

/** Returns the name of an argument in plan files and tools, such as `keep_edited`. */
export function filedName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
