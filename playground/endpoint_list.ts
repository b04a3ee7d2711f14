/** What the project answers. */

import { counted } from "../core/report.ts";
import { type DetailsElement, element, pageElement } from "./browser.ts";
import type { Listed, ShownEndpoint } from "./messages.ts";
import { textBox } from "./texts.ts";

export interface EndpointList {
  show(endpoints: Listed<ShownEndpoint>): void;
}

/** A list that stays unfolded where somebody unfolded it. */
export function openEndpointList(): EndpointList {
  const list = pageElement("endpoints");
  let unfolded: ReadonlySet<string> | null = null;
  let items: ReadonlyMap<string, DetailsElement> = new Map();
  return {
    show({ shown, count }) {
      if (items.size > 0) unfolded = new Set([...items].filter(isOpen).map(([key]) => key));
      const isFirst = unfolded === null;
      items = new Map(shown.map((endpoint, index) => {
        const key = `${endpoint.method} ${endpoint.path}`;
        const open = isFirst ? index === 0 : unfolded?.has(key) ?? false;
        return [key, endpointItem(endpoint, open)];
      }));
      const more = shown.length < count
        ? [element("li", { class: "hint" }, moreWords(shown.length, count))]
        : [];
      list.replaceChildren(...[...items.values()].map((item) => element("li", {}, item)), ...more);
    },
  };
}

function isOpen([, item]: readonly [string, DetailsElement]): boolean {
  return item.open;
}

function moreWords(shown: number, count: number): string {
  return `These are ${shown} of ${counted(count, "endpoint")}; the project has all.`;
}

function endpointItem(endpoint: ShownEndpoint, open: boolean): DetailsElement {
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
    textBox(`Answer of ${method} ${path}`, answer, "The file of its service has all."),
  );
  if (addsBody) {
    const words = "To a request without a body: what is sent takes the place of None.";
    item.append(element("p", { class: "hint" }, words));
  }
  return item;
}
