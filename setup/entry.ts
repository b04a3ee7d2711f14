/** What is written for one server: the entry of a client's file, or the client's own command. */

import { shellQuote } from "../core/shell_quote.ts";
import {
  ARGS,
  BEARER,
  COMMAND,
  type Form,
  type ManualClient,
  NAME,
  type Scope,
  type System,
  type Template,
  URL,
  type Value,
  VARIABLE,
  type WritableClient,
} from "./client.ts";

/** How a client is to reach the server. */
export type Connection =
  /** Over HTTP, with the key in the file. */
  | { readonly kind: "key"; readonly url: string; readonly key: string }
  /** Over HTTP, with the key in a variable of the environment. */
  | { readonly kind: "variable"; readonly url: string; readonly variable: string }
  /** By running it. */
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] };

/** The parts of a form that say what an entry looks like. */
export type EntryForm = Pick<Form, "entry" | "reference" | "entryFromEnv" | "stdio">;

/**
 * Makes the entry of a server.
 *
 * @returns `null` if the client has no entry for such a connection.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { BEARER, URL } from "./client.ts";
 * import { makeEntry } from "./entry.ts";
 *
 * const form = { entry: { url: URL, headers: { Authorization: BEARER } }, reference: "${NAME}" };
 * const url = "http://localhost:8000/mcp";
 * deepEqual(makeEntry(form, "layerwright", { kind: "variable", url, variable: "KEY" }), {
 *   url,
 *   headers: { Authorization: "Bearer ${KEY}" },
 * });
 * deepEqual(makeEntry(form, "layerwright", { kind: "stdio", command: "lw", args: [] }), null);
 * ```
 */
export function makeEntry(form: EntryForm, name: string, connection: Connection): Template | null {
  const template = templateFor(form, connection);
  if (template === undefined) return null;
  const texts: Record<string, string> = { [NAME]: name, ...textsOf(form, connection) };
  return filled(template, texts, connection.kind === "stdio" ? connection.args : []) as Template;
}

function templateFor(form: EntryForm, { kind }: Connection): Template | undefined {
  if (kind === "stdio") return form.stdio;
  if (kind === "key") return form.entry;
  return form.entryFromEnv ?? (form.reference === undefined ? undefined : form.entry);
}

/** What the placeholders stand for. */
function textsOf({ reference }: EntryForm, connection: Connection): Record<string, string> {
  switch (connection.kind) {
    case "stdio":
      return { [COMMAND]: connection.command };
    case "key":
      return { [URL]: connection.url, [BEARER]: `Bearer ${connection.key}` };
    case "variable": {
      const { url, variable } = connection;
      const value = (reference ?? "").replace("NAME", () => variable);
      return { [URL]: url, [BEARER]: `Bearer ${value}`, [VARIABLE]: variable };
    }
  }
}

function filled(
  value: Value,
  texts: Readonly<Record<string, string>>,
  args: readonly string[],
): Value {
  if (value === ARGS) return args;
  if (typeof value === "string") return texts[value] ?? value;
  if (Array.isArray(value)) {
    return value.flatMap((item: Value): readonly Value[] =>
      item === ARGS ? args : [filled(item, texts, args)]
    );
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, filled(each, texts, args)]),
  );
}

/** What a person does at a client that has no file. */
export function stepsFor(
  { steps }: Pick<ManualClient, "steps">,
  name: string,
  url: string,
): string[] {
  return steps.map((step) => step.replaceAll(NAME, () => name).replaceAll(URL, () => url));
}

/**
 * What a person pastes there, with the keys around it.
 *
 * @returns `null` if the client takes nothing for such a connection.
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
 * The client's own command that adds a server, as a line for a shell: the key is never in it, but the
 * variable that holds it.
 *
 * @returns `null` if the client has no such command for the scope.
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
    // Where the client expands nothing, the shell has to.
    const value = reference?.replace("NAME", () => variable);
    if (value !== undefined) return quote(word.replace(BEARER, () => `Bearer ${value}`));
    const ofShell = system === "windows" ? `$env:${variable}` : `$${variable}`;
    return `"${word.replace(BEARER, () => `Bearer ${ofShell}`)}"`;
  }).join(" ");
}

/** A word as the system's shell takes it. */
export function quoted(word: string, system: System): string {
  return system === "windows" ? quotedForPowerShell(word) : shellQuote(word);
}

function quotedForPowerShell(word: string): string {
  return /^[\w+=:./-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}

/**
 * Whether every client takes a text as it is: some put the environment's variables in, and Crush runs
 * what stands in `$(...)`.
 */
export function isTakenLiterally(text: string): boolean {
  return !/[$`{}\\]/.test(text);
}
