/** The project's files in their folders, and the one that is read. */

import { sizeWords } from "../presentation/size_words.ts";
import { counted } from "../core/report.ts";
import { type Folder, folderTree } from "../presentation/folder_tree.ts";
import { element, type PageElement, pageElement } from "./browser.ts";
import type { Listed, ShownFile, ShownText } from "./messages.ts";
import { textBox } from "./texts.ts";

/** Up to so many, all folders are open. */
const FEW_FILES = 60;

export interface FileBrowser {
  /** @param first The path of the file to read, unless somebody chose another. */
  show(files: Listed<ShownFile>, first: string): Promise<void>;
}

/** @param read Fetches a file's text. */
export function openFileBrowser(read: (path: string) => Promise<ShownText>): FileBrowser {
  const tree = pageElement("files");
  const reader = pageElement("file");
  const said = pageElement("file-said");
  let current = "";
  let buttons: ReadonlyMap<string, PageElement> = new Map();
  const select = async (path: string) => {
    buttons.get(current)?.removeAttribute("aria-current");
    current = path;
    buttons.get(path)?.setAttribute("aria-current", "true");
    const text = await read(path);
    if (current !== path) return;
    reader.replaceChildren(
      element("h3", {}, element("bdi", {}, path)),
      textBox(`Text of ${path}`, text, "The zip has all of it."),
    );
  };
  const openByHand = async (path: string) => {
    await select(path);
    said.textContent = `${path} is shown`;
    reader.scrollIntoView({ block: "nearest" });
  };
  return {
    async show({ shown, count }, first) {
      const made = new Map<string, PageElement>();
      const fileItem = (name: string, { path, bytes }: ShownFile) => {
        const button = element("button", { type: "button", class: "file" }, name);
        button.addEventListener("click", () => void openByHand(path));
        made.set(path, button);
        return element("li", {}, button, " ", element("span", { class: "hint" }, sizeWords(bytes)));
      };
      const list = folderList(folderTree(shown), fileItem, shown.length <= FEW_FILES);
      const words = `These are ${shown.length} of ${counted(count, "file")}; the zip has all.`;
      const more = shown.length < count ? [element("p", { class: "hint" }, words)] : [];
      tree.replaceChildren(list, ...more);
      buttons = made;
      await select(made.has(current) ? current : first);
    },
  };
}

function folderList(
  { folders, files }: Folder<ShownFile>,
  fileItem: (name: string, file: ShownFile) => PageElement,
  open: boolean,
): PageElement {
  const inner = [...folders].map(([name, folder]) =>
    element(
      "li",
      {},
      element(
        "details",
        { open },
        element("summary", {}, `${name}/`),
        folderList(folder, fileItem, open),
      ),
    )
  );
  const own = files.map(({ name, file }) => fileItem(name, file));
  return element("ul", { class: "tree" }, ...inner, ...own);
}
