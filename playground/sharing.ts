/** The button that copies a link to the spec, and links that are opened. */

import { browserWindow, pageElement } from "./browser.ts";
import type { Editor } from "./editor.ts";
import { makeLink, openLink } from "./share_link.ts";

/** The path of the playground. At `/`, people who are logged in see their overview. */
export const PLAYGROUND = "/playground";

/**
 * Attaches the button to the page, and shows the spec in the link that opened the page.
 *
 * @param own Whether the page keeps a text of the person, which the link's spec hides.
 */
export async function startSharing(editor: Editor, own: () => boolean): Promise<void> {
  const { location, history, navigator } = browserWindow;
  const said = pageElement("link-said");
  const say = (words: string, isBad: boolean) => {
    said.className = isBad ? "bad" : "hint";
    said.textContent = words;
  };
  /**
   * The fragment whose spec was opened last, so that going back in the browser does not undo
   * edits.
   */
  let opened = "";
  const leaveLink = () => {
    if (opened !== "" && location.hash === opened) history.replaceState(null, "", PLAYGROUND);
  };
  const open = async () => {
    const { hash } = location;
    const link = hash === opened ? { kind: "none" } as const : await openLink(hash);
    if (link.kind === "none" || hash !== location.hash) return;
    opened = hash;
    if (link.kind === "refused") return say(link.reason, true);
    editor.replace(link.text);
    const rest = own() ? " Your own text is kept until you edit this one." : "";
    say(`This is the spec of the link.${rest}`, false);
  };
  pageElement("copy-link").addEventListener("click", async () => {
    const made = await makeLink(editor.text());
    if (made.kind === "refused") return say(made.reason, true);
    opened = made.fragment;
    history.replaceState(null, "", PLAYGROUND + made.fragment);
    try {
      await navigator.clipboard.writeText(location.href);
      say("Copied. The link contains the spec.", false);
    } catch {
      say("Your browser blocked copying. Copy the address of this page instead.", true);
    }
  });
  pageElement("spec").addEventListener("input", () => {
    // The earlier message is about the spec before the edit, and so is the link in the page's address: a
    // reload must not bring that spec back.
    say("", false);
    leaveLink();
  });
  browserWindow.addEventListener("hashchange", () => void open());
  await open();
}
