/** The mocks of projects, for their previews. */

import type { ToolServerOptions } from "../../mcp/call_tool.ts";
import { type MockApp, mockApp } from "../../mock/mock_app.ts";
import { type DocumentedSpec, documentedSpec } from "../../mock/docs_page.ts";
import { readSpec } from "../../spec/read_spec.ts";
import type { PreviewedProject } from "../projects/previewed_project.ts";
import { EXPORT_SPEC } from "../tools/page_tools.ts";
import { exportOf } from "./project_export.ts";

/** Maximum length of a spec, in characters. The server's own thread reads it. */
const MOST_CHARACTERS = 256 * 1024;

/** Maximum number of projects whose mocks are in memory. */
const MOST_KEPT = 16;

/** The mocks of a project at a revision, or the reason why there are none. */
export type Previewed =
  | { readonly kind: "served"; readonly app: MockApp; readonly documented: DocumentedSpec }
  | { readonly kind: "unserved"; readonly status: 404 | 503; readonly message: string };

interface Kept {
  readonly revision: number;
  readonly previewed: Promise<Previewed>;
}

/**
 * Returns the mocks of a project. Each revision is read once. The least recently used ones are
 * dropped.
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
    // The least recently used comes first.
    kept.delete(id);
    kept.set(id, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
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
  if (exported.kind === "none") return { ...exported, kind: "unserved" };
  const { text } = exported;
  if (text.length > MOST_CHARACTERS) {
    const message = `Previews have specs of up to ${MOST_CHARACTERS} characters`;
    return { kind: "unserved", status: 404, message };
  }
  const { spec } = readSpec(text, { path: "spec.json" });
  if (spec === null) throw new Error("The spec of a project is invalid");
  const documented = documentedSpec({
    spec,
    name,
    title: name,
    version: revision,
    isLive: false,
  });
  return { kind: "served", app: mockApp(spec), documented };
}
