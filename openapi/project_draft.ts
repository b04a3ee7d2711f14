/** The endpoints of any Flask project that an OpenAPI document can describe. */

import type { Snapshot } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import type { OmittedPart } from "../generators/export/exported_endpoints.ts";
import { MAX_GROWTH } from "../generators/export/exported_spec.ts";
import { type AnalyzedEndpoint, analyzeFiles } from "../project/routing/analysis.ts";
import { BodyModels, type ModelledBody } from "../project/responses/body_models.ts";
import { type HandlerResponse, HandlerResponses } from "../project/responses/handler_responses.ts";
import { mayMount } from "../project/layout/layout.ts";
import { openApiPath } from "./flask_path.ts";

/** The endpoints of a project, before the data files of their examples are read. */
export interface ProjectDraft {
  readonly endpoints: readonly DraftedEndpoint[];
  /** The parts that a document cannot describe. */
  readonly omitted: readonly OmittedPart[];
  /** The data files to read. */
  readonly dataFiles: readonly ProjectPath[];
  /** Maximum number of characters in repeated examples, and likewise in bodies. */
  readonly room: number;
}

/** An endpoint, and the response that its code gives. */
export interface DraftedEndpoint {
  readonly route: string;
  /** In upper case. */
  readonly method: string;
  /** The URL rule. */
  readonly rule: string;
  readonly source: AnalyzedEndpoint;
  readonly response: HandlerResponse;
  /** The body that its handler checks; `null` if it checks none. */
  readonly checked: ModelledBody | null;
}

/** The methods that a path in OpenAPI can have. */
const METHODS: ReadonlySet<string> = new Set(
  ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"],
);

/**
 * Finds the endpoints of a project and reads their responses.
 *
 * @param files The project's Python files.
 */
export function draftProject(files: Snapshot): ProjectDraft {
  const { routes, problems } = analyzeFiles(files);
  const hasApplication = [...files].some(([path, source]) =>
    mayMount(path) && source.includes("Flask(")
  );
  const selection = new Selection(hasApplication);
  for (const { name, endpoints } of routes) {
    for (const each of endpoints) selection.add(name, each);
  }
  const responses = new HandlerResponses(files);
  const models = new BodyModels(files);
  const endpoints = [...selection.found.values()].map((each) => ({
    ...each,
    response: responses.read(each.source, each.method),
    checked: models.of(projectPath(each.source.file), each.source.handler),
  }));
  const unread = problems.map(({ file, line, message }) => ({
    file,
    line,
    what: "problem",
    reason: message,
  }));
  const length = [...files.values()].reduce((sum, source) => sum + source.length, 0);
  return {
    endpoints,
    omitted: [...selection.omitted, ...unread],
    dataFiles: [
      ...new Set(
        endpoints.flatMap(({ response: { answer } }) =>
          answer.kind === "file" ? [answer.path] : []
        ),
      ),
    ],
    room: MAX_GROWTH * length,
  };
}

/** Selects one endpoint for each method and path. */
class Selection {
  readonly found = new Map<string, Omit<DraftedEndpoint, "response" | "checked">>();
  readonly omitted: OmittedPart[] = [];
  readonly #hasApplication: boolean;

  constructor(hasApplication: boolean) {
    this.#hasApplication = hasApplication;
  }

  add(route: string, source: AnalyzedEndpoint): void {
    const { methods, path: rule, registered } = source;
    if (rule === null) {
      return this.#omit(source, `${methods?.join(",") ?? "?"} ?`, "its path is computed");
    }
    if (methods === null) return this.#omit(source, `? ${rule}`, "its methods are computed");
    for (const method of methods) {
      const label = `${method} ${openApiPath(rule).path}`;
      if (isAutomatic(method, methods)) continue;
      const key = `${method} ${shapeOf(rule)}`;
      const other = this.found.get(key)?.source;
      if (!METHODS.has(method)) this.#omit(source, label, `OpenAPI has no ${method}`);
      else if (!registered && this.#hasApplication) {
        this.#omit(source, label, "nothing registers its blueprint");
      } else if (other !== undefined) {
        this.#omit(source, label, `${other.file}:${other.line} has it already`);
      } else this.found.set(key, { route, method, rule, source });
    }
  }

  #omit({ file, line }: AnalyzedEndpoint, what: string, reason: string): void {
    this.omitted.push({ file, line, what, reason });
  }
}

/** Reports whether Flask answers a method itself. */
function isAutomatic(method: string, methods: readonly string[]): boolean {
  return method === "OPTIONS" || (method === "HEAD" && methods.includes("GET"));
}

/**
 * Returns a rule without the names and converters of its parameters. OpenAPI does not distinguish rules
 * that differ only in these.
 */
export function shapeOf(rule: string): string {
  return rule.replace(/<[^<>]*>/g, "<>");
}
