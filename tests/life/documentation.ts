/** The commands that add and remove the documentation of an app, and what the documentation says. */

import { printedPath } from "../../project/layout/url_paths.ts";
import type { Command, CommandKind, Life } from "./commands.ts";
import type { Guarantee } from "./guarantees.ts";
import type { Judgement, ServedEndpoint } from "./judge.ts";

const DOCUMENT_URL = "/-/openapi.json";

/** Reports whether an endpoint serves the documentation. People may have changed its path. */
export function isDocs({ rule }: ServedEndpoint): boolean {
  return /\/-\/(?:openapi\.json|docs)/.test(rule);
}

/** Reports whether a path is that of an OpenAPI document, which says what people's code is. */
export function isDocument(path: string): boolean {
  return /(?:^|\/)openapi\/[^/]*\.json$/.test(path);
}

/** Reports whether a path is that of the module that serves the documentation. */
export function isDocsFile(path: string): boolean {
  return /(?:^|\/)docs\.py$/.test(path);
}

function hasDocs({ project: { app, files } }: Life): boolean {
  return files[`${app}/docs.py`] !== undefined;
}

function onDocs({ spec }: Life, own: Pick<Command, "words" | "run" | "removes">): Command {
  return {
    ...own,
    asksFor: isDocs,
    spec,
    asksNothing: false,
    isForced: false,
    mayRefuse: true,
    registers: true,
    mayFail: true,
  };
}

/** Adds the documentation, or renews it. */
export const generatesDocs: CommandKind = (life) =>
  onDocs(life, {
    words: "generate docs",
    run: async (workspace, { generateDocs }) => ({ ...await generateDocs(workspace), data: null }),
  });

/** Removes the documentation. */
export const removesDocs: CommandKind = (life) =>
  hasDocs(life)
    ? onDocs(life, {
      words: "remove docs",
      run: async (workspace, { removeDocs }) => ({ ...await removeDocs(workspace), data: null }),
      removes: [],
    })
    : null;

/** New documentation has only what the app serves, and endpoints that a command adds are in it. */
export const documentsWhatIsServed: Guarantee = ({ command, report, judgedAfter }) => {
  const documented = documentedIn(judgedAfter);
  if (documented === null || report.status !== "applied") return null;
  const served = new Set(
    judgedAfter.endpoints.map(({ method, rule }) => `${method} ${unnamed(printedPath(rule))}`),
  );
  const isRenewed = command.words === "generate docs";
  const wrong = isRenewed ? [...documented].filter((key) => !served.has(key)) : [];
  const missing = (report.data?.states ?? [])
    .filter(({ state, note }) => state === "new" && note === "")
    .map(({ method, path }) => `${method} ${unnamed(path)}`)
    .filter((key) => served.has(key) && !documented.has(key));
  const problems = [
    ...wrong.map((key) => `${key} is documented, but not served`),
    ...missing.map((key) => `${key} is new, but not documented`),
  ];
  return problems.length === 0 ? null : problems.join("\n");
};

/** Returns the endpoints in the document that an app serves; `null` if it serves none. */
function documentedIn({ error, endpoints }: Judgement): ReadonlySet<string> | null {
  const found = endpoints.find(({ method, rule }) => method === "GET" && rule === DOCUMENT_URL);
  if (error !== null || found?.status !== 200) return null;
  const { paths }: { paths: Readonly<Record<string, object>> } = JSON.parse(found.body);
  return new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).filter((key) => /^(?:get|put|post|delete|patch)$/.test(key))
        .map((method) => `${method.toUpperCase()} ${unnamed(path)}`)
    ),
  );
}

/** Returns a path without the names and types of its parameters. */
function unnamed(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}");
}
