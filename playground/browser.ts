/** Types of the DOM parts that we use. TypeScript's own types would add globals to every file. */

/** An element of the page. Only `textContent` and `append` set its text, so that text never becomes HTML. */
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

/** A button. */
export interface ButtonElement extends PageElement {
  disabled: boolean;
}

/** An input or text area. */
export interface FieldElement extends PageElement {
  value: string;
  /** The value in the page's HTML. */
  readonly defaultValue: string;
  readonly clientHeight: number;
  readonly scrollHeight: number;
  setSelectionRange(start: number, end: number): void;
}

/** A disclosure widget. */
export interface DetailsElement extends PageElement {
  open: boolean;
}

interface PageDocument {
  createElement(name: string): PageElement;
  getElementById(id: string): PageElement | null;
}

/** A storage of the browser. Every use of a storage can throw. */
export interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The parts of the window that we use. */
interface PageWindow {
  readonly document: PageDocument;
  readonly isSecureContext: boolean;
  /** The address of the page. Its fragment is the `hash`. */
  readonly location: { readonly hash: string; readonly href: string };
  readonly history: { replaceState(state: null, title: "", address: string): void };
  readonly navigator: { readonly clipboard: { writeText(text: string): Promise<void> } };
  /** The storage of this tab. Reading this property can throw. */
  readonly sessionStorage: PageStorage;
  /** The storage of all tabs. Reading this property can throw. */
  readonly localStorage: PageStorage;
  confirm(question: string): boolean;
  addEventListener(type: "hashchange", handle: () => void): void;
}

/** The page's window. */
export const browserWindow = globalThis as unknown as PageWindow;

const { document, isSecureContext } = browserWindow;

/** Whether the page came over https or from localhost. Otherwise, browsers lack features such as hashes. */
export const isSecure: boolean = isSecureContext;

/**
 * Finds an element of the page's HTML.
 *
 * @typeParam Kind The element's type.
 * @throws {Error} If the page has no such element, because it comes from another version.
 */
export function pageElement<Kind extends PageElement = PageElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element '${id}'`);
  return found as Kind;
}

/** The attributes of a new element. */
export type Attributes = Readonly<Record<string, string | boolean>>;

/**
 * Creates an element.
 *
 * @typeParam Kind The element's type.
 * @param attributes The attributes. `false` omits one.
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
