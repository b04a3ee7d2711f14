/** The list of the project's endpoints with their responses. */

import { counted } from "../core/report.ts";
import { type DetailsElement, element, type PageElement, pageElement } from "./browser.ts";
import type { Listed, ShownEndpoint } from "./messages.ts";
import { requestForm, type Sending, type TypedFields } from "./request_form.ts";
import { textBox } from "./texts.ts";

/** The page's list of endpoints. */
export interface EndpointList {
  show(endpoints: Listed<ShownEndpoint>): void;
}

/**
 * Attaches the list to the page. Items that are open stay open when the list changes, and fields keep their text.
 */
export function openEndpointList(send: Sending): EndpointList {
  const list = pageElement("endpoints");
  let unfolded: ReadonlySet<string> | null = null;
  let items: ReadonlyMap<string, DetailsElement> = new Map();
  let typed: ReadonlyMap<string, TypedFields> = new Map();
  return {
    show({ shown, count }) {
      if (items.size > 0) unfolded = new Set([...items].filter(isOpen).map(([key]) => key));
      const isFirst = unfolded === null;
      const before = typed;
      typed = new Map(
        shown.map((each) => [keyOf(each), before.get(keyOf(each)) ?? { parameters: new Map() }]),
      );
      items = new Map(shown.map((endpoint, index) => {
        const key = keyOf(endpoint);
        const open = isFirst ? index === 0 : unfolded?.has(key) ?? false;
        return [
          key,
          endpointItem(
            endpoint,
            open,
            () => requestForm(endpoint, typed.get(key) ?? { parameters: new Map() }, send),
          ),
        ];
      }));
      const more = shown.length < count
        ? [element("li", { class: "hint" }, moreWords(shown.length, count))]
        : [];
      list.replaceChildren(...[...items.values()].map((item) => element("li", {}, item)), ...more);
    },
  };
}

function keyOf({ method, path }: ShownEndpoint): string {
  return `${method} ${path}`;
}

function isOpen([, item]: readonly [string, DetailsElement]): boolean {
  return item.open;
}

function moreWords(shown: number, count: number): string {
  return `Showing ${shown} of ${counted(count, "endpoint")}. The project contains all of them.`;
}

/** @param form Creates the form, which an item gets when it opens, because there may be many items. */
function endpointItem(
  endpoint: ShownEndpoint,
  open: boolean,
  form: () => PageElement,
): DetailsElement {
  const { method, path, status, addsBody, answer } = endpoint;
  const item = element<DetailsElement>(
    "details",
    { open },
    element(
      "summary",
      {},
      element("span", { class: `method ${method.toLowerCase()}` }, method),
      " ",
      element("code", {}, path),
      " ",
      element("span", { class: "hint" }, String(status)),
    ),
    textBox(`Response of ${method} ${path}`, answer, "The project has the full text."),
  );
  if (addsBody) {
    const words = "The response to a request without a body. A request's body replaces None.";
    item.append(element("p", { class: "hint" }, words));
  }
  item.append(...errorList(endpoint));
  let isFilled = false;
  const fill = () => {
    if (isFilled || !item.open) return;
    isFilled = true;
    item.append(form());
  };
  item.addEventListener("toggle", fill);
  fill();
  return item;
}

/** Lists the errors that an endpoint documents. */
function errorList({ method, path, errors }: ShownEndpoint): readonly PageElement[] {
  if (errors.length === 0) return [];
  const items = errors.map(({ status, description, body }) => {
    const label = `Error ${status} of ${method} ${path}`;
    return element(
      "li",
      {},
      element("strong", {}, String(status)),
      ` ${description}`,
      ...(body === null ? [] : [textBox(label, body, "The generated app sends all of it.")]),
    );
  });
  return [element("ul", { class: "errors", "aria-label": "Errors" }, ...items)];
}
