/** What is known of a coding agent: where it keeps the servers that it connects to, and in what shape. */

/** The operating systems whose paths differ. */
export type System = "linux" | "macos" | "windows";

/**
 * A path, for the systems that have it, with slashes. It may start with `~`, the home folder, with
 * `$NAME`, a variable of the environment, or with `${NAME:-path}`, one with what stands for it where it
 * is unset. A relative path is one in the project.
 */
export type Paths = string | Partial<Readonly<Record<System, string>>>;

/** `user`: for all projects; `project`: for one, in a file of the project. */
export type Scope = "user" | "project";

/** How a file is written. `json` takes neither comments nor trailing commas, `jsonc` both. */
export type Format = "json" | "jsonc" | "toml" | "yaml";

/** A value of a configuration file. */
export type Value = string | number | boolean | null | readonly Value[] | {
  readonly [key: string]: Value;
};

/** Stands for the server's address in an entry. */
export const URL = "{{url}}";

/** Stands for the value of the header `Authorization` in an entry. */
export const BEARER = "{{bearer}}";

/** Stands for the server's name in an entry. */
export const NAME = "{{name}}";

/** Stands for the name of the environment's variable that holds the key. */
export const VARIABLE = "{{variable}}";

/** Stands for the program that the client is to run. */
export const COMMAND = "{{command}}";

/** Stands for the program's arguments: as a value for their list, in a list for each of them. */
export const ARGS = "{{args}}";

/** An entry with placeholders in it. */
export interface Template {
  readonly [key: string]: Value;
}

/** One file in which a client looks for servers, and what it wants there. */
export interface Form {
  readonly scope: Scope;
  readonly paths: Paths;
  readonly format: Format;
  /** The keys down to what holds the entries; a name with dots in it is one key. */
  readonly container: readonly string[];
  /** `map`: entries by their names; `list`: entries that say their names, under the key `name`. */
  readonly kind: "map" | "list";
  /** The entry of a server over HTTP; without one, the client takes no such server with its key here. */
  readonly entry?: Template;
  /** How the client writes a variable of the environment within a value, with `NAME` for its name. */
  readonly reference?: string;
  /** The entry with the key in the environment, of clients that have other keys for that. */
  readonly entryFromEnv?: Template;
  /** The entry of a server that the client runs. */
  readonly stdio?: Template;
  /** What a file that does not exist yet begins with, where the entry alone would not do. */
  readonly start?: string;
  /** Why this form is only recognised, and removed, but never written. */
  readonly retired?: string;
}

/** Signs that a client is there: any of them will do. */
export interface Signs {
  /** Files and folders. */
  readonly paths?: readonly Paths[];
  /** Programs, looked for in `PATH`. */
  readonly programs?: readonly string[];
}

/** A client whose files can be written. */
export interface WritableClient {
  readonly id: string;
  readonly name: string;
  readonly signs: Signs;
  /**
   * The files that it reads, those of the newest version first. Of one scope, the wizard takes the first
   * whose file exists, else the first.
   */
  readonly forms: readonly Form[];
  /**
   * What a person has to do before the client knows the server, as a sentence without its end; nothing,
   * if the client notices by itself.
   */
  readonly restart?: string;
  /**
   * Whether it starts servers elsewhere than in the project that is open, such as from `/`: then an
   * entry for all projects names the folder to work in.
   */
  readonly startsElsewhere?: true;
  /** The client's own command that adds a server, for the scopes that it knows. */
  readonly commands?: Partial<Readonly<Record<Scope, readonly string[]>>>;
  /** What the rows of this client were taken from. */
  readonly sources: readonly string[];
}

/** A client that only a person can tell of a server, in a dialog or on a page. */
export interface ManualClient {
  readonly id: string;
  readonly name: string;
  readonly signs: Signs;
  /** What to do, a sentence each, with {@linkcode URL} and {@linkcode NAME} in it. */
  readonly steps: readonly string[];
  /** What to paste, where the client takes a piece of JSON. */
  readonly paste?: Pick<Form, "container" | "entry" | "stdio">;
  readonly sources: readonly string[];
}
