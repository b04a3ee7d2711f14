/** Instructions to connect each agent by hand. */

import { shellQuote } from "../core/shell_quote.ts";
import type { Value } from "../formats/config_format.ts";
import { FORMATS } from "../formats/formats.ts";
import {
  BEARER,
  type Form,
  type ManualClient,
  NAME,
  type Paths,
  type Scope,
  type System,
  URL,
  VARIABLE,
  type WritableClient,
} from "./client.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { resolvePath } from "./detect.ts";
import { type Connection, makeEntry } from "./entry.ts";
import { DEFAULT_NAME, KEY_VARIABLE } from "./options.ts";
import { placeOf } from "./plan.ts";

/** The text in place of the key in a file. */
export const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** A file to create by hand. */
export interface GuidedFile {
  readonly scope: Form["scope"];
  /** The file's paths, each with the systems that use it. */
  readonly paths: readonly { readonly systems: string; readonly path: string }[];
  readonly format: Form["format"];
  /** The contents of a new file. */
  readonly text: string;
}

/** The agent's own command, with the systems whose shells accept it. */
export interface GuidedCommand {
  readonly systems: string;
  readonly text: string;
}

/** The instructions for one agent. */
export interface GuidedClient {
  readonly id: string;
  readonly name: string;
  readonly files: readonly GuidedFile[];
  readonly commands: readonly GuidedCommand[];
  /** The steps in the agent's dialogs, or those after the person has written the file. */
  readonly steps: readonly string[];
  /** The JSON to paste in a dialog, or `null`. */
  readonly paste: string | null;
}

const SYSTEMS: readonly { readonly system: System; readonly name: string }[] = [
  { system: "linux", name: "Linux" },
  { system: "macos", name: "macOS" },
  { system: "windows", name: "Windows" },
];

/** Placeholders for the person's folders. */
const FOLDERS: Readonly<Record<System, Readonly<Record<string, string>>>> = {
  linux: { HOME: "~" },
  macos: { HOME: "~" },
  windows: {
    USERPROFILE: "%USERPROFILE%",
    APPDATA: "%APPDATA%",
    LOCALAPPDATA: "%LOCALAPPDATA%",
    ProgramFiles: "%ProgramFiles%",
  },
};

/**
 * Returns instructions for every agent that accepts a server's address.
 *
 * @param url The server's address.
 *
 * @example
 * ```ts
 * import { guideTo } from "./guide.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const codex = guideTo("https://layerwright.example.com/mcp").find(({ id }) => id === "codex");
 * deepEqual(codex?.files[0]?.paths, [
 *   { systems: "Linux, macOS", path: "~/.codex/config.toml" },
 *   { systems: "Windows", path: "%USERPROFILE%\\.codex\\config.toml" },
 * ]);
 * ```
 */
export function guideTo(url: string): readonly GuidedClient[] {
  const writable = WRITABLE_CLIENTS.map((client): GuidedClient => ({
    id: client.id,
    name: client.name,
    files: filesOf(client, url),
    commands: commandsOf(client, url),
    steps: client.restart === undefined ? [] : [client.restart],
    paste: null,
  }));
  const manual = MANUAL_CLIENTS.map((client): GuidedClient => ({
    id: client.id,
    name: client.name,
    files: [],
    commands: [],
    steps: stepsFor(client, DEFAULT_NAME, url),
    paste: client.paste === undefined
      ? null
      : textToPaste(client.paste, DEFAULT_NAME, { kind: "key", url, key: KEY_PLACEHOLDER }),
  }));
  // If no file is left, the agent accepts only servers that it starts itself.
  return [...writable.filter(({ files }) => files.length > 0), ...manual];
}

function filesOf({ forms }: WritableClient, url: string): GuidedFile[] {
  const scopes = ["user", "project"] as const;
  return scopes.flatMap((scope) => {
    const form = forms.find((each) => each.scope === scope && each.retired === undefined);
    const text = form === undefined ? null : textOf(form, url);
    if (form === undefined || text === null) return [];
    return [{ scope, paths: pathsOf(form.paths), format: form.format, text }];
  });
}

/** Returns the contents of a new file; `null` if its entries cannot have an address. */
function textOf(form: Form, url: string): string | null {
  const connections: readonly Connection[] = [
    { kind: "variable", url, variable: KEY_VARIABLE },
    { kind: "key", url, key: KEY_PLACEHOLDER },
  ];
  for (const connection of connections) {
    const entry = makeEntry(form, DEFAULT_NAME, connection);
    if (entry === null) continue;
    return FORMATS[form.format].set(form.start ?? "", placeOf(form, DEFAULT_NAME), entry);
  }
  return null;
}

function pathsOf(paths: Paths): GuidedFile["paths"] {
  const found = SYSTEMS.map(({ system, name }) => {
    const env = (variable: string) => FOLDERS[system][variable];
    return { name, value: resolvePath(paths, { system, env, project: "." }) };
  });
  return bySystems(found).map(({ systems, value }) => ({ systems, path: value }));
}

function commandsOf(client: WritableClient, url: string): GuidedCommand[] {
  const given = { name: DEFAULT_NAME, url, variable: KEY_VARIABLE };
  const found = SYSTEMS.map(({ system, name }) => ({
    name,
    value: addCommand(client, "user", { ...given, system }),
  }));
  return bySystems(found).map(({ systems, value }) => ({ systems, text: value }));
}

/** Groups systems by value. */
function bySystems(
  found: readonly { readonly name: string; readonly value: string | null }[],
): { readonly systems: string; readonly value: string }[] {
  const names = new Map<string, string[]>();
  for (const { name, value } of found) {
    if (value !== null) names.set(value, [...names.get(value) ?? [], name]);
  }
  return [...names].map(([value, systems]) => ({ systems: systems.join(", "), value }));
}

/** Returns the steps to connect an agent without a file. */
export function stepsFor(
  { steps }: Pick<ManualClient, "steps">,
  name: string,
  url: string,
): string[] {
  return steps.map((step) => step.replaceAll(NAME, () => name).replaceAll(URL, () => url));
}

/**
 * Returns the JSON to paste, with its outer keys.
 *
 * @returns `null` if the agent takes no JSON for such a connection.
 */
export function textToPaste(
  paste: NonNullable<ManualClient["paste"]>,
  name: string,
  connection: Connection,
): string | null {
  const entry = makeEntry(paste, name, connection);
  if (entry === null) return null;
  const keys = [...paste.container, name];
  return JSON.stringify(
    keys.reduceRight<Value>((value, key) => ({ [key]: value }), entry),
    null,
    2,
  );
}

/**
 * Returns the agent's own command that adds a server, as a shell line. In place of the key, it
 * contains the variable that holds the key.
 *
 * @returns `null` if the agent has no such command for the scope.
 */
export function addCommand(
  { commands, forms }: Pick<WritableClient, "commands" | "forms">,
  scope: Scope,
  { name, url, variable, system }: {
    readonly name: string;
    readonly url: string;
    readonly variable: string;
    readonly system: System;
  },
): string | null {
  const words = commands?.[scope];
  if (words === undefined) return null;
  const quote = (word: string) => quoted(word, system);
  const reference = forms.find((form) => form.scope === scope)?.reference;
  const texts: Record<string, string> = { [NAME]: name, [URL]: url, [VARIABLE]: variable };
  return words.map((word) => {
    if (!word.includes(BEARER)) return quote(texts[word] ?? word);
    // If the agent does not expand variables, the shell must expand this one.
    const value = reference?.replace("NAME", () => variable);
    if (value !== undefined) return quote(word.replace(BEARER, () => `Bearer ${value}`));
    const ofShell = system === "windows" ? `$env:${variable}` : `$${variable}`;
    return `"${word.replace(BEARER, () => `Bearer ${ofShell}`)}"`;
  }).join(" ");
}

/** Quotes a word for the system's shell. */
export function quoted(word: string, system: System): string {
  return system === "windows" ? quotedForPowerShell(word) : shellQuote(word);
}

function quotedForPowerShell(word: string): string {
  return /^[\w+=:./-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}
