/** What is used of a browser: its own types would bring its globals into every file. */

/** An element of a page. Texts get into it by `textContent` and `append` alone. */
export interface PageElement {
  textContent: string | null;
  className: string;
  hidden: boolean;
  scrollTop: number;
  scrollLeft: number;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  readonly style: Record<"height" | "top" | "transform", string> & {
    setProperty(name: string, value: string): void;
  };
  append(...parts: readonly (PageElement | string)[]): void;
  replaceChildren(...parts: readonly (PageElement | string)[]): void;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  addEventListener(type: string, handle: () => void): void;
  scrollIntoView(options: { readonly block: "nearest" }): void;
  focus(): void;
  click(): void;
  remove(): void;
}

export interface ButtonElement extends PageElement {
  disabled: boolean;
}

export interface FieldElement extends PageElement {
  value: string;
  readonly clientHeight: number;
  readonly scrollHeight: number;
  setSelectionRange(start: number, end: number): void;
}

export interface DetailsElement extends PageElement {
  open: boolean;
}

interface PageDocument {
  createElement(name: string): PageElement;
  getElementById(id: string): PageElement | null;
}

interface PageWindow {
  readonly document: PageDocument;
  readonly isSecureContext: boolean;
}

const { document, isSecureContext } = globalThis as unknown as PageWindow;

/** Whether the browser lends the page all that it has, such as hashes: by https, or at localhost. */
export const isSecure: boolean = isSecureContext;

/**
 * An element that the page has from the start.
 *
 * @typeParam Kind What it is there.
 * @throws {Error} If the page has none: it is of another version.
 */
export function pageElement<Kind extends PageElement = PageElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element '${id}'`);
  return found as Kind;
}

/** Attributes of a new element. */
export type Attributes = Readonly<Record<string, string | boolean>>;

/**
 * Makes an element.
 *
 * @typeParam Kind What its name makes it.
 * @param attributes Those that are `false` are left out.
 */
export function element<Kind extends PageElement = PageElement>(
  name: string,
  attributes: Attributes,
  ...parts: readonly (PageElement | string)[]
): Kind {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...parts);
  return made as Kind;
}
