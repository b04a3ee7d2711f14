/** What is shown of entries that go: the address, the end of the key, and nothing that people added. */

import { maskKey } from "../core/key_mask.ts";
import type { Form, Template, Value } from "./client.ts";
import { WRITABLE_CLIENTS } from "./clients/clients.ts";
import type { EntryPlace } from "./formats/config_format.ts";
import { FORMATS } from "./formats/formats.ts";
import type { Texts } from "./plan.ts";
import type { View } from "./preview.ts";
import { readBack } from "./read_back.ts";
import type { RecordedEntry } from "./record.ts";

export function removalView(entries: readonly RecordedEntry[], texts: Texts): View {
  const own = entries.flatMap(({ file, format, place }) => {
    const reading = FORMATS[format].read(texts.get(file) ?? "", place);
    if (reading.kind === "broken" || reading.entry === undefined) return [];
    const { entry } = reading;
    return formsFor(place).flatMap((form) => textsOf(form, entry));
  });
  return { entries, own: new Map(own) };
}

/** The forms of entries at a place: several clients may share it. */
function formsFor({ container, kind }: EntryPlace): readonly Form[] {
  return WRITABLE_CLIENTS.flatMap(({ forms }) => forms).filter((form) =>
    form.kind === kind && form.container.join("\n") === container.join("\n")
  );
}

/** What an entry has that the form's entries have, too. */
function textsOf(form: Form, entry: Value): [string, string][] {
  const literals = [form.entry, form.entryFromEnv, form.stdio].flatMap((shape) =>
    fixedTexts(shape)
  );
  const { url = null, headers = {}, variable = null, words = [] } = readBack(form, entry) ?? {};
  const shown = [...literals, ...words, ...[url, variable].filter((each) => each !== null)];
  const { Authorization: bearer } = headers;
  return [
    ...shown.map((each): [string, string] => [each, each]),
    ...(bearer === undefined ? [] : [[bearer, maskedBearer(bearer)] as [string, string]]),
  ];
}

function fixedTexts(shape: Template | Value | undefined): string[] {
  if (typeof shape === "string") return shape.startsWith("{{") ? [] : [shape];
  return typeof shape === "object" && shape !== null
    ? Object.values(shape).flatMap(fixedTexts)
    : [];
}

/** A reference to a variable is no secret. */
function maskedBearer(text: string): string {
  const key = text.replace(/^Bearer /, "");
  return /^\$?\{[\w:]+\}$|^\$\w+$/.test(key) ? text : text.replace(key, () => maskKey(key));
}
