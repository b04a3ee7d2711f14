/** A form to send a request to an endpoint of the typed spec. Nothing leaves the browser. */

import { element, type FieldElement, type PageElement } from "./browser.ts";
import type { ShownEndpoint, ShownResponse } from "./messages.ts";
import type { TypedRequest } from "./send.ts";
import { textBox } from "./texts.ts";

/** Maximum lines of a body's field. */
const MAX_LINES = 12;

/** The text that people typed into a form. It outlives changes of the spec. */
export interface TypedFields {
  path?: string;
  body?: string;
}

/** Sends a request to the API of the last valid spec. */
export type Sending = (request: TypedRequest) => Promise<ShownResponse>;

/**
 * Creates the form of an endpoint.
 *
 * @param typed The text that people typed earlier. The form keeps it up to date.
 */
export function requestForm(
  { method, path, url, sends }: ShownEndpoint,
  typed: TypedFields,
  send: Sending,
): PageElement {
  const where = `${method} ${path}`;
  const target = element<FieldElement>("input", { autocomplete: "off", spellcheck: "false" });
  target.value = typed.path ?? url;
  const body = sends === null ? null : bodyField(typed.body ?? sends);
  target.addEventListener("input", () => typed.path = target.value);
  body?.addEventListener("input", () => typed.body = body.value);
  const button = element("button", { type: "button", "aria-label": `Send ${where}` }, "Send");
  const response = element("div", { "aria-live": "polite" });
  button.addEventListener("click", async () => {
    const request = { method, path: target.value, body: body?.value ?? null };
    show(response, await send(request), where);
  });
  return element(
    "div",
    { class: "request", role: "group", "aria-label": `Request to ${where}` },
    element("label", {}, "Path", target),
    ...(body === null ? [] : [element("label", {}, "Body", body)]),
    button,
    response,
  );
}

function bodyField(text: string): FieldElement {
  const rows = String(Math.min(MAX_LINES, text.split("\n").length));
  const field = element<FieldElement>("textarea", { rows, spellcheck: "false" });
  field.value = text;
  return field;
}

function show(response: PageElement, { message, body }: ShownResponse, where: string): void {
  const status = element("p", {}, element("strong", {}, message));
  if (body === null) return response.replaceChildren(status);
  const label = `Answer to ${where}`;
  response.replaceChildren(status, textBox(label, body, "The generated app sends all of it."));
}
