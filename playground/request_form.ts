/** A form to send a request to an endpoint of the typed spec. Nothing leaves the browser. */

import type { DocumentedParameter } from "../mock/documented_parameters.ts";
import { element, type FieldElement, type PageElement } from "./browser.ts";
import { filledRequest, firstText } from "./filled_request.ts";
import type { ShownEndpoint, ShownResponse } from "./messages.ts";
import type { TypedRequest } from "./send.ts";
import { textBox } from "./texts.ts";

/** Maximum lines of a body's field. */
const MAX_LINES = 12;

/** The text that people typed into a form. It outlives changes of the spec. */
export interface TypedFields {
  path?: string;
  body?: string;
  /** The texts of parameters, by their place and name. */
  readonly parameters: Map<string, string>;
}

/** Sends a request to the API of the last valid spec. */
export type Sending = (request: TypedRequest) => Promise<ShownResponse>;

/** The places of parameters, with the titles of their fields. */
const PLACES = [["query", "Query"], ["header", "Headers"]] as const;

/**
 * Creates the form of an endpoint.
 *
 * @param typed The text that people typed earlier. The form keeps it up to date.
 */
export function requestForm(
  { method, path, url, parameters, sends }: ShownEndpoint,
  typed: TypedFields,
  send: Sending,
): PageElement {
  const where = `${method} ${path}`;
  const target = lineField();
  target.value = typed.path ?? url;
  const body = sends === null ? null : linesField(typed.body ?? sends);
  target.addEventListener("input", () => typed.path = target.value);
  body?.addEventListener("input", () => typed.body = body.value);
  const fields = parameters.map((each) => parameterField(each, typed));
  const groups = PLACES.flatMap(([place, title]) => {
    const own = fields.filter(({ parameter }) => parameter.in === place).map(({ item }) => item);
    return own.length === 0 ? [] : [element("fieldset", {}, element("legend", {}, title), ...own)];
  });
  const button = element("button", { type: "button", "aria-label": `Send ${where}` }, "Send");
  const response = element("div", { "aria-live": "polite" });
  button.addEventListener("click", async () => {
    const filled = fields.map(({ parameter, input }) => ({ parameter, text: input.value }));
    const form = { path: target.value, parameters: filled, body: body?.value ?? null };
    show(response, await send(filledRequest(method, form)), where);
  });
  return element(
    "div",
    { class: "request", role: "group", "aria-label": `Request to ${where}` },
    element("label", {}, "Path", target),
    ...groups,
    ...(body === null ? [] : [element("label", {}, "Body", body)]),
    button,
    response,
  );
}

/** The field of a parameter. */
interface ParameterField {
  readonly parameter: DocumentedParameter;
  readonly input: FieldElement;
  /** The field with its label. */
  readonly item: PageElement;
}

/** Counts fields, so that each has an id. */
let fieldCount = 0;

function parameterField(parameter: DocumentedParameter, typed: TypedFields): ParameterField {
  const { name, in: place, facts, values } = parameter;
  const key = `${place} ${name}`;
  const text = typed.parameters.get(key) ?? firstText(parameter);
  const input = values.length > 0
    ? choiceField(values)
    : parameter.several === null
    ? lineField()
    : linesField(`${text}\n`);
  if (values.length === 0 || values.includes(text)) input.value = text;
  input.addEventListener("input", () => typed.parameters.set(key, input.value));
  const id = `parameter-${fieldCount++}`;
  input.setAttribute("id", id);
  input.setAttribute("aria-describedby", `${id}-facts`);
  const item = element(
    "div",
    { class: "field" },
    element("label", { for: id }, name),
    element("p", { id: `${id}-facts`, class: "hint" }, facts),
    input,
  );
  return { parameter, input, item };
}

function lineField(): FieldElement {
  return element<FieldElement>("input", { autocomplete: "off", spellcheck: "false" });
}

function linesField(text: string): FieldElement {
  const rows = String(Math.min(MAX_LINES, text.split("\n").length));
  const field = element<FieldElement>("textarea", { rows, spellcheck: "false" });
  field.value = text;
  return field;
}

function choiceField(values: readonly string[]): FieldElement {
  const options = values.map((each) => element("option", { value: each }, each));
  return element<FieldElement>(
    "select",
    {},
    element("option", { value: "" }, "(not sent)"),
    ...options,
  );
}

function show(
  response: PageElement,
  { message, headers, body }: ShownResponse,
  where: string,
): void {
  const parts = [
    element("p", {}, element("strong", {}, message)),
    ...(headers === "" ? [] : [element("p", { class: "headers" }, headers)]),
    ...(body === null
      ? []
      : [textBox(`Answer to ${where}`, body, "The generated app sends all of it.")]),
  ];
  response.replaceChildren(...parts);
}
