/** The tree of the project's files, and the text of the selected file. */

import { sizeWords } from "../presentation/size_words.ts";
import { counted } from "../core/report.ts";
import { type Folder, folderTree } from "../presentation/folder_tree.ts";
import { element, type PageElement, pageElement } from "./browser.ts";
import type { Listed, ShownFile, ShownText } from "./messages.ts";
import { textBox } from "./texts.ts";

/** Up to this number of files, all folders are open. */
const FEW_FILES = 60;

/** The page's file browser. */
export interface FileBrowser {
  /**
   * Shows a project's files.
   *
   * @param first The path of the file to select, unless the person has selected another.
   */
  show(files: Listed<ShownFile>, first: string): Promise<void>;
}

/**
 * Attaches the file browser to the page.
 *
 * @param read Fetches a file's text.
 */
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
      textBox(`Text of ${path}`, text, "The zip has the full text."),
    );
  };
  const openByHand = async (path: string) => {
    await select(path);
    said.textContent = `Showing ${path}`;
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
      const words = `Showing ${shown.length} of ${
        counted(count, "file")
      }. The zip has all of them.`;
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
