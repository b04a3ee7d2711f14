/**
 * The types that describe coding agents: their configuration files, and the shape of an entry in
 * each.
 */

import type { EntryPlace, Format, Value } from "../formats/config_format.ts";

/** The operating systems on which agents use different paths. */
export type System = "linux" | "macos" | "windows";

/**
 * A path with slashes, or the path on each system that has one. It can start with `~` (the home
 * folder), `$NAME` (an environment variable) or `${NAME:-path}` (a variable with a default). A
 * relative path is relative to the project's folder.
 */
export type Paths = string | Partial<Readonly<Record<System, string>>>;

/** `user`: for all projects. `project`: for one project, in a file of the project. */
export type Scope = "user" | "project";

/** Placeholder for the server's address. */
export const URL = "{{url}}";

/** Placeholder for the value of the header `Authorization`. */
export const BEARER = "{{bearer}}";

/** Placeholder for the entry's name. */
export const NAME = "{{name}}";

/** Placeholder for the name of the environment variable that holds the key. */
export const VARIABLE = "{{variable}}";

/** Placeholder for the program that the agent starts. */
export const COMMAND = "{{command}}";

/**
 * Placeholder for the program's arguments. As a value, it stands for the list of arguments. As an
 * item of a list, it stands for all arguments, as items of that list.
 */
export const ARGS = "{{args}}";

/** An entry with placeholders. */
export interface Template {
  readonly [key: string]: Value;
}

/** A configuration file of an agent, and the shape of an entry in it. */
export interface Form extends Pick<EntryPlace, "container" | "kind"> {
  readonly scope: Scope;
  readonly paths: Paths;
  readonly format: Format;
  /**
   * The entry of a server over HTTP, with its key; not set if the file cannot hold such an entry.
   */
  readonly entry?: Template;
  /**
   * The agent's syntax for an environment variable in a value, with `NAME` as the variable's name.
   */
  readonly reference?: string;
  /** The entry of a server whose key is in the environment, if its shape differs from `entry`. */
  readonly entryFromEnv?: Template;
  /** The entry of a server that the agent starts. */
  readonly stdio?: Template;
  /** The initial text of a new file, if the agent needs more in it than an entry. */
  readonly start?: string;
  /** The reason why setup recognizes and removes entries here, but writes none. */
  readonly retired?: string;
}

/** Signs that an agent is installed. One is enough. */
export interface Signs {
  /** Files and folders. */
  readonly paths?: readonly Paths[];
  /** Programs in `PATH`. */
  readonly programs?: readonly string[];
}

/** An agent whose files setup writes. */
export interface WritableClient {
  readonly id: string;
  readonly name: string;
  readonly signs: Signs;
  /**
   * The files that the agent reads, newest version first. Setup uses the first existing file of a
   * scope, otherwise the first one.
   */
  readonly forms: readonly Form[];
  /**
   * The step that the person must take before the agent loads the server, without a period. Not set
   * if the agent notices the change itself.
   */
  readonly restart?: string;
  /**
   * Whether the agent starts servers outside the open project, such as in `/`. An entry for all
   * projects then names the folder of the projects.
   */
  readonly startsElsewhere?: true;
  /** The agent's own commands that add a server, by scope. */
  readonly commands?: Partial<Readonly<Record<Scope, readonly string[]>>>;
  /** Where these facts about the agent come from. */
  readonly sources: readonly string[];
}

/** An agent that only a person can connect, in a dialog or on a page. */
export interface ManualClient {
  readonly id: string;
  readonly name: string;
  readonly signs: Signs;
  /** The steps, a sentence each, with {@linkcode URL} and {@linkcode NAME}. */
  readonly steps: readonly string[];
  /** The JSON to paste, if the agent takes it. */
  readonly paste?: Pick<Form, "container" | "entry" | "stdio">;
  readonly sources: readonly string[];
}
