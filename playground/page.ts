/** The playground's page: people type a spec, and see the generated project. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { printable } from "../core/printable.ts";
import { type Backstage, startBackstage } from "./backstage.ts";
import {
  browserWindow,
  type ButtonElement,
  element,
  type FieldElement,
  isSecure,
  pageElement,
} from "./browser.ts";
import { forgetDraft, keepDraft, keptDraft } from "./draft.ts";
import { openEditor } from "./editor.ts";
import { openEndpointList } from "./endpoint_list.ts";
import { openFileBrowser } from "./file_browser.ts";
import type { Answer, ShownProblems, ShownResponse, ShownText } from "./messages.ts";
import { showProblems } from "./problem_list.ts";
import type { TypedRequest } from "./send.ts";
import { PLAYGROUND, startSharing } from "./sharing.ts";

/** Debounce of typing, in milliseconds. */
const PAUSE_MS = 150;

const NO_ANSWER = "The playground failed to load, or does not work in this browser. " +
  "Use the command line instead.";

const NOT_SECURE = "The playground works only over https or at localhost. " +
  "Open this page with an https address, or use the command line.";

function start(): void {
  const name = pageElement<FieldElement>("project-name");
  const download = pageElement<ButtonElement>("download");
  const spec = pageElement<FieldElement>("spec");
  const editor = openEditor(changed);
  const endpoints = openEndpointList(send);
  const files = openFileBrowser(readFile);
  const backstage = startBackstage(scriptOfWorker(), show, () => say(NO_ANSWER, true));
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** The file name of the zip. */
  let archive = "";
  function changed(): void {
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE_MS);
  }
  function ask(): void {
    // A second answer for the same spec would remove the responses to requests.
    clearTimeout(pause);
    backstage.askForSpec(name.value, editor.text());
  }
  async function send(request: TypedRequest): Promise<ShownResponse> {
    const answer = await backstage.ask({ kind: "send", request });
    if (answer.kind === "sent") return answer.response;
    const reason = answer.kind === "bug" ? answer.reason : answer.kind;
    return { message: `Internal error (${reason}).`, headers: "", body: null };
  }
  async function readFile(path: string): Promise<ShownText> {
    const answer = await backstage.ask({ kind: "file", path });
    return answer.kind === "file" ? answer.text : { lines: [], isWhole: false };
  }
  function show(answer: Answer): void {
    if (answer.kind === "project") {
      const { project } = answer;
      say(project.message, false);
      mark(project.problems);
      endpoints.show(project.endpoints);
      void files.show(project.files, project.firstFile);
      pageElement("project").hidden = false;
      archive = `${project.name}.zip`;
      download.textContent = `Download ${printable(archive)}`;
    } else if (answer.kind === "failed") {
      say(answer.message, true);
      mark(answer.problems);
    } else if (answer.kind === "bug") {
      say(`Internal error (${answer.reason}). Try the command line instead.`, true);
      mark({ shown: [], count: 0 });
    }
    download.disabled = answer.kind !== "project";
    pageElement("stale").hidden = answer.kind === "project";
  }
  function mark(problems: ShownProblems): void {
    editor.mark(problems.shown);
    name.setAttribute("aria-invalid", String(problems.shown.some(isOfName)));
    showProblems(problems, editor.goTo);
  }
  function keep(): void {
    keepDraft({ spec: editor.text(), name: name.value });
  }
  function reset(): void {
    const isTyped = editor.text() !== spec.defaultValue || name.value !== name.defaultValue;
    if (isTyped && !browserWindow.confirm("Replace your spec with the example?")) return;
    forgetDraft();
    name.value = name.defaultValue;
    editor.replace(spec.defaultValue);
    // A reload must not bring the spec of a link back.
    browserWindow.history.replaceState(null, "", PLAYGROUND);
    pageElement("link-said").textContent = "";
  }
  const draft = keptDraft();
  if (draft !== null) {
    name.value = draft.name;
    editor.replace(draft.spec);
  }
  for (const field of [spec, name]) field.addEventListener("input", keep);
  pageElement("reset").addEventListener("click", reset);
  name.addEventListener("input", changed);
  download.addEventListener("click", () => void save(backstage, archive));
  void startSharing(editor, () => keptDraft() !== null).finally(ask);
}

function isOfName({ code }: Diagnostic): boolean {
  return code === "project-name";
}

function scriptOfWorker(): string {
  return pageElement("playground").dataset["worker"] ?? "";
}

/** Shows the result. Screen readers announce changes of its text. */
function say(words: string, isBad: boolean): void {
  const result = pageElement("result");
  result.className = isBad ? "bad" : "good";
  // Setting the same text would repeat the announcement.
  if (result.textContent !== words) result.textContent = words;
}

async function save(backstage: Backstage, archive: string): Promise<void> {
  const answer = await backstage.ask({ kind: "zip" });
  if (answer.kind !== "zip") return;
  const address = URL.createObjectURL(new Blob([answer.bytes], { type: "application/zip" }));
  element("a", { href: address, download: archive }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

pageElement("starting").hidden = true;
pageElement("playground").hidden = false;
if (isSecure) start();
else say(NOT_SECURE, true);
