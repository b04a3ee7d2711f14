/** Creates the mocks of projects for previews. */

import type { ToolServerOptions } from "../../mcp/call_tool.ts";
import { type MockApp, mockApp } from "../../mock/mock_app.ts";
import { type DocumentedSpec, documentedSpec } from "../../mock/docs_page.ts";
import { readSpec } from "../../spec/read_spec.ts";
import type { PreviewedProject } from "../projects/previewed_project.ts";
import { EXPORT_SPEC } from "../tools/page_tools.ts";
import { exportOf } from "./project_export.ts";
import { unreadableOf } from "./project_findings.ts";
import { documentedWith, servedWith } from "./unreadable_endpoints.ts";

/** Maximum length of a spec, in characters. A longer spec would keep the server's own thread busy for too long. */
const MAX_CHARACTERS = 256 * 1024;

/** Maximum number of projects whose mocks are in memory. */
const MAX_KEPT = 16;

/** The mocks of a project at a revision, or the reason why there are none. */
export type Previewed =
  | { readonly kind: "served"; readonly app: MockApp; readonly documented: DocumentedSpec }
  | { readonly kind: "unserved"; readonly status: 404 | 503; readonly message: string };

interface Kept {
  readonly revision: number;
  readonly previewed: Promise<Previewed>;
}

/**
 * Creates a function that returns the mocks of a project. The function caches the mocks of the most recently
 * used projects, each at its latest revision.
 */
export function createPreviewSpecs(): (
  project: PreviewedProject,
  server: ToolServerOptions,
) => Promise<Previewed> {
  const kept = new Map<string, Kept>();
  const forget = (id: string, entry: Kept) => {
    if (kept.get(id) === entry) kept.delete(id);
  };
  return async (project, server) => {
    const { id, revision } = project;
    const before = kept.get(id);
    const entry = before?.revision === revision
      ? before
      : { revision, previewed: previewOf(project, server) };
    // Moves the project to the end of the map, so that the least recently used project comes first.
    kept.delete(id);
    kept.set(id, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    try {
      const previewed = await entry.previewed;
      if (previewed.kind === "unserved" && previewed.status === 503) forget(id, entry);
      return previewed;
    } catch (problem) {
      forget(id, entry);
      throw problem;
    }
  };
}

async function previewOf(
  { name, revision }: PreviewedProject,
  server: ToolServerOptions,
): Promise<Previewed> {
  const exported = await exportOf({ tool: EXPORT_SPEC, member: "spec" }, name, server);
  const unreadable = await unreadableOf(server, name);
  const isLost = exported.kind === "none" && exported.status === 404 &&
    unreadable.endpoints.length > 0;
  if (exported.kind === "none" && !isLost) return { ...exported, kind: "unserved" };
  const text = exported.kind === "none" ? null : exported.text;
  if (text !== null && text.length > MAX_CHARACTERS) {
    const message = `The spec is too long for a preview (limit ${MAX_CHARACTERS} characters)`;
    return { kind: "unserved", status: 404, message };
  }
  const spec = text === null
    ? { description: null, routes: [] }
    : readSpec(text, { path: "spec.json" }).spec;
  if (spec === null) throw new Error("The exported spec of a project is invalid");
  const documented = documentedSpec({
    spec: documentedWith(spec, unreadable),
    name,
    title: name,
    version: revision,
    isLive: false,
  });
  return { kind: "served", app: servedWith(mockApp(spec), unreadable), documented };
}
