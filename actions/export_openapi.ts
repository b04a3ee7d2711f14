/** Exports OpenAPI documents. */

import { Project } from "../project/project.ts";
import { error } from "../core/diagnostic.ts";
import { counted, type Report, report } from "../core/report.ts";
import type { OmittedPart } from "../generators/export/exported_endpoints.ts";
import { describedApi, specEndpoints } from "../openapi/described_api.ts";
import { openApiDocument } from "../openapi/document.ts";
import { type DocumentFormat, documentText } from "../openapi/document_text.ts";
import type { DescribedApi } from "../openapi/operation.ts";
import { draftProject, projectEndpoints } from "../openapi/drafted_project.ts";
import { problemsOf, unreadParts } from "../openapi/seen_code.ts";
import { firstRouteIn, README_PATH } from "../project/layout/layout.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { readSpec } from "../spec/read_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { onProject } from "./on_project.ts";
import { readPython, routeRecords } from "./project_files.ts";

/** Data of the reports of {@linkcode exportOpenApi} and {@linkcode specToOpenApi}. */
export interface ExportedOpenApi {
  /** The text of the OpenAPI document; `null` if the project has no endpoint that it can describe. */
  readonly document: string | null;
  /** The parts of the project that the document leaves out. */
  readonly omitted: readonly OmittedPart[];
}

/** Options of {@linkcode exportOpenApi}. */
export interface ExportOpenApiOptions {
  /** The format of the document's text; default: `json`. */
  readonly format?: DocumentFormat;
}

const COMMAND = "export openapi";

/**
 * Describes the present state of a project in OpenAPI 3.1: its endpoints, and the examples and
 * schemas of the responses that its code returns as literals. The schemas of other responses accept
 * anything. The document has only the statuses, errors and parameters that the code shows.
 *
 * @param workspace Any Flask project.
 * @param name The project's name, which is the title of the document.
 * @param options The format of the document's text.
 * @returns The report with {@linkcode ExportedOpenApi}: `unchanged`, or `failed` if the project has
 * no endpoint that OpenAPI can describe.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, exportOpenApi } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({
 *   "app.py": "app = Flask(__name__)\n\n@app.get('/ping')\ndef ping():\n    return {'ok': True}\n",
 * });
 * const { data } = await exportOpenApi(workspace, "shop");
 * const { paths } = JSON.parse(data?.document ?? "");
 * deepEqual(paths["/ping"].get.responses["200"].content["application/json"].example, { ok: true });
 * ```
 */
export function exportOpenApi(
  workspace: Workspace,
  name: string,
  options: ExportOpenApiOptions = {},
): Promise<Report<ExportedOpenApi>> {
  const { format = "json" } = options;
  return onProject<ExportedOpenApi>(COMMAND, workspace, "reading", async () => {
    const code = await readPython(workspace);
    const project = new Project(code);
    const draft = draftProject(project, await routeRecords(workspace));
    const { omitted } = draft;
    if (draft.endpoints.length === 0) {
      const message = `Project '${name}' has no endpoint that OpenAPI can describe.`;
      const diagnostics = [error("export-empty", message)];
      return report(COMMAND, "failed", { diagnostics, data: { document: null, omitted } });
    }
    const files = await workspace.read([README_PATH, ...draft.dataFiles]);
    const first = firstRouteIn(files.get(README_PATH) ?? "");
    const about = { title: name, description: null };
    const endpoints = projectEndpoints(draft, files, { first, errors: problemsOf(project) });
    return await exported(describedApi(about, endpoints), {
      format,
      omitted: [...omitted, ...unreadParts(endpoints)],
    });
  });
}

/** Options of {@linkcode specToOpenApi}. */
export interface SpecToOpenApiOptions extends ExportOpenApiOptions {
  /** The title of the document; default: `API`. */
  readonly title?: string;
  /** The spec's path in messages; default: `spec.json`. */
  readonly specPath?: string;
  /**
   * Whether projects are generated on a file system that ignores case in file names; default:
   * `false`.
   */
  readonly foldsCase?: boolean;
}

/**
 * Describes a spec in OpenAPI 3.1. Mocks are the examples, and schemas are inferred from them.
 *
 * @param spec The spec, as JSON text or as a value.
 * @param options The title and format of the document, and how to read the spec.
 * @returns The report with {@linkcode ExportedOpenApi}: `unchanged`, or `failed` with all errors of the spec.
 *
 * @example
 * ```ts
 * import { specToOpenApi } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const { data } = await specToOpenApi({ routes: { ping: { type: "GET", mock: { ok: true } } } });
 * const { paths } = JSON.parse(data?.document ?? "");
 * equal(paths["/ping"].get.operationId, "ping.get");
 * ```
 */
export async function specToOpenApi(
  spec: string | ApiSpecInput,
  options: SpecToOpenApiOptions = {},
): Promise<Report<ExportedOpenApi>> {
  const { title = "API", format = "json", specPath: path = "spec.json", foldsCase = false } =
    options;
  const { spec: checked, diagnostics } = readSpec(spec, { path, foldsCase });
  if (checked === null) return report(COMMAND, "failed", { diagnostics });
  const api = describedApi({ title, description: checked.description }, specEndpoints(checked));
  return { ...await exported(api, { format, omitted: [] }), diagnostics };
}

async function exported(
  api: DescribedApi,
  { format, omitted }: { readonly format: DocumentFormat } & Pick<ExportedOpenApi, "omitted">,
): Promise<Report<ExportedOpenApi>> {
  const { title, tags, operations } = api;
  const counts = `${counted(tags.length, "route")}, ${counted(operations.length, "endpoint")}`;
  const document = await documentText(openApiDocument(api), format);
  return report(COMMAND, "unchanged", {
    message: `${title}: ${counts}`,
    data: { document, omitted },
  });
}
