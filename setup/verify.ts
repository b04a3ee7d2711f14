/** Calling the server as a client will, with exactly what its file now says. */

import type { Form } from "./client.ts";
import { FORMATS } from "./formats/formats.ts";
import type { SetupHost } from "./host.ts";
import { placeOf } from "./plan.ts";
import { probe } from "./probe.ts";
import { readBack } from "./read_back.ts";

/** What came of it: how many tools the client will see, or why it will see none. */
export type Verified =
  | { readonly kind: "ok"; readonly tools: number }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Reads a client's file from the disk, and does what it says.
 *
 * @param file The real path of the file.
 * @param name The entry's name.
 */
export async function verify(
  host: SetupHost,
  form: Form,
  file: string,
  name: string,
): Promise<Verified> {
  const found = host.read(file);
  if (found.kind !== "text") return failed("its file cannot be read");
  const reading = FORMATS[form.format].read(found.text, placeOf(form, name));
  if (reading.kind === "broken" || reading.entry === undefined) return failed("no entry");
  const said = readBack(form, reading.entry);
  if (said === null) return failed("the entry has another shape");
  const [command, ...args] = said.words;
  if (said.url === null || command !== undefined) {
    const tools = await host.countTools(command ?? "", args);
    return typeof tools === "number" ? { kind: "ok", tools } : failed(tools);
  }
  const headers = headersSent(host, form, said.headers, said.variable);
  if (typeof headers === "string") return failed(headers);
  const answer = await probe({ url: said.url, headers }, host.send);
  switch (answer.kind) {
    case "server":
      return { kind: "ok", tools: answer.tools };
    case "refused":
      return failed("the server refused the key");
    case "unreachable":
      return failed(`the server: ${answer.reason}`);
  }
}

function failed(reason: string): Verified {
  return { kind: "failed", reason };
}

/** The headers with the environment's variables put in; or which variable is not set. */
function headersSent(
  { env }: SetupHost,
  { reference }: Form,
  headers: Readonly<Record<string, string>>,
  variable: string | null,
): Record<string, string> | string {
  const bearer = variable === null ? null : env(variable);
  if (bearer === undefined) return `${variable} is not set in this terminal`;
  const sent: Record<string, string> = bearer === null ? {} : { Authorization: `Bearer ${bearer}` };
  for (const [name, value] of Object.entries(headers)) {
    const names = reference === undefined ? [] : referencesIn(value, reference);
    const unset = names.find((each) => !env(each));
    if (unset !== undefined) return `${unset} is not set in this terminal`;
    sent[name] = names.reduce(
      (text, each) => text.replace((reference ?? "").replace("NAME", each), () => env(each) ?? ""),
      value,
    );
  }
  return sent;
}

/** The variables that a value refers to. */
function referencesIn(value: string, reference: string): string[] {
  const [before = "", after = ""] = reference.split("NAME").map((part) =>
    part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  return [...value.matchAll(new RegExp(`${before}(\\w+)${after}`, "g"))]
    .map(([, name = ""]) => name);
}
