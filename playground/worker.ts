/** The page's worker, in which the library runs without blocking typing. */

import type { Snapshot } from "../core/change_set.ts";
import { printable } from "../core/printable.ts";
import { projectPath } from "../core/project_path.ts";
import { counted } from "../core/report.ts";
import { DEFAULT_LAYOUT } from "../project/layout/layout.ts";
import { coloredLines } from "./colored_lines.ts";
import type { EndpointAnswer } from "./endpoint_answer.ts";
import * as limits from "./limits.ts";
import type {
  Answer,
  Listed,
  Question,
  ShownEndpoint,
  ShownResponse,
  ShownText,
} from "./messages.ts";
import type { Send, Sent } from "./send.ts";
import { type Tried, trySpec } from "./try_spec.ts";
import { projectZip } from "./zip.ts";

/** The part of a worker's globals that we use. */
interface WorkerScope {
  addEventListener(type: "message", handle: (event: MessageEvent<Question>) => void): void;
  postMessage(answer: Answer): void;
}

interface Project {
  readonly name: string;
  readonly files: Snapshot;
  readonly send: Send | null;
}

const scope = globalThis as unknown as WorkerScope;

let last: Project = { name: "", files: new Map(), send: null };

async function answer(question: Question): Promise<Answer> {
  switch (question.kind) {
    case "spec":
      return shown(question.name, await trySpec(question.name, question.text));
    case "file": {
      const text = last.files.get(projectPath(question.path)) ?? "";
      return { kind: "file", text: shownText(question.path, text, limits.MAX_TEXT) };
    }
    case "zip":
      return { kind: "zip", bytes: projectZip(last.name, last.files, new Date()) };
    case "send":
      return { kind: "sent", response: shownResponse(await last.send?.(question.request)) };
  }
}

function shown(name: string, tried: Tried): Answer {
  if (tried.kind === "too-large") {
    return { kind: "failed", message: tried.message, problems: { shown: [], count: 0 } };
  }
  const { report } = tried;
  const problems = listed(report.diagnostics, limits.MAX_PROBLEMS);
  if (tried.kind === "failed") {
    const errors = report.diagnostics.filter(({ severity }) => severity === "error");
    return { kind: "failed", message: counted(errors.length, "error"), problems };
  }
  const { files, firstRoute, endpoints, send } = tried;
  last = { name, files, send };
  const project = {
    name,
    message: `${report.message}, ${counted(files.size, "file")}`,
    problems,
    endpoints: mapped(listed(endpoints, limits.MAX_SHOWN_ENDPOINTS), shownEndpoint),
    files: mapped(
      listed([...files], limits.MAX_FILES),
      ([path, text]) => ({ path, bytes: new TextEncoder().encode(text).length }),
    ),
    firstFile: DEFAULT_LAYOUT.routePaths(firstRoute).route,
  };
  return { kind: "project", project };
}

function shownEndpoint({ body, errors, ...endpoint }: EndpointAnswer): ShownEndpoint {
  return {
    ...endpoint,
    answer: shownAnswer(body),
    errors: errors.map((each) => ({
      ...each,
      body: each.body === "" ? null : shownAnswer(each.body),
    })),
  };
}

function shownAnswer(text: string): ShownText {
  return shownText("answer.json", text, limits.MAX_ANSWER);
}

function shownResponse(sent: Sent | undefined): ShownResponse {
  if (sent === undefined) {
    return { message: "There is no valid spec yet.", headers: "", body: null };
  }
  if (sent.kind === "unsent") return { message: sent.reason, headers: "", body: null };
  const headers = sent.headers.map((each) => printable(each.join(": "))).join("\n");
  const body = sent.body === "" ? null : shownAnswer(sent.body);
  return { message: `Status ${sent.status}`, headers, body };
}

function shownText(path: string, text: string, most: number): ShownText {
  const beginning = text.slice(0, most);
  return {
    lines: coloredLines(path, printable(beginning)),
    isWhole: beginning.length === text.length,
  };
}

function listed<Thing>(things: readonly Thing[], most: number): Listed<Thing> {
  return { shown: things.slice(0, most), count: things.length };
}

function mapped<From, To>({ shown, count }: Listed<From>, map: (from: From) => To): Listed<To> {
  return { shown: shown.map(map), count };
}

let turn: Promise<void> = Promise.resolve();

scope.addEventListener("message", ({ data }) => {
  turn = turn.then(async () => {
    try {
      scope.postMessage(await answer(data));
    } catch (problem) {
      scope.postMessage({ kind: "bug", reason: String(problem) });
    }
  });
});
