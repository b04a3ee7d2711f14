/**
 * The tools of a hosted server. Its projects are not on the agent's disk, so agents send edited files
 * with a call and fetch the resulting changes.
 */

import { error, info } from "../../core/diagnostic.ts";
import { type Report, report } from "../../core/report.ts";
import { storeFiles } from "./store_files.ts";
import type { JsonSchema } from "../../spec/json_schema.ts";
import { type GivenFiles, overlaid } from "../projects/overlay.ts";
import type { Project, Projects } from "../../workspace/projects.ts";
import type { KeptChange, Workspace } from "../../workspace/workspace.ts";
import { FILES_SCHEMA, readFiles } from "./files.ts";
import { fetchCommand, type Links, type LinkValues } from "../../mcp/links.ts";
import type { Answer, Call, Tool } from "../../mcp/tool.ts";
import { holdsProject } from "../../mcp/open_project.ts";
import type { RemoteTools } from "../../mcp/call_tool.ts";
import { createToolbox, type Toolbox } from "../../mcp/toolbox.ts";
import { ALL_TOOLS } from "../../mcp/tools.ts";
import { watched } from "../../workspace/watched_workspace.ts";

const INSTRUCTIONS = "Projects are on the server. Send files that you edited as the argument " +
  "'files', and run the command in an answer to apply its change to your copy.";

const PROJECT_SCHEMA: JsonSchema = { type: "string", description: "Its name" };

/**
 * Adds an argument `files` to a tool. A tool that writes stores the files first, in a separate change that
 * stays even if the tool fails. A tool that only reads, or a dry run, sees these files in place of the stored
 * files, but does not store them. A tool without a `project` argument is returned unchanged.
 */
function hostedTool(tool: Tool): Tool {
  const { inputSchema } = tool.listing as Record<string, JsonSchema>;
  const properties = inputSchema?.["properties"] as JsonSchema;
  if (properties["project"] === undefined) return tool;
  return {
    ...tool,
    listing: {
      ...tool.listing,
      inputSchema: {
        ...inputSchema,
        properties: { ...properties, project: PROJECT_SCHEMA, files: FILES_SCHEMA },
      },
    },
    run: (args, call) => run(tool, args, call),
  };
}

const TOOLS = [...ALL_TOOLS.byName.values()].map(hostedTool);

/** The tools of a hosted server. */
export const HOSTED_TOOLS: Toolbox = createToolbox(TOOLS);

const READING_TOOLS = createToolbox(TOOLS.filter(({ writes }) => !writes));

/** Returns the tools of a hosted server with their instructions. */
export function hostedTools(links: Links): RemoteTools {
  return { tools: HOSTED_TOOLS, readingTools: READING_TOOLS, instructions: INSTRUCTIONS, links };
}

async function run(tool: Tool, args: unknown, call: Call): Promise<Answer> {
  const { files: value, ...rest } = Object(args);
  const read = readFiles(value);
  if (read.kind === "invalid") {
    return { report: report(tool.name, "failed", { diagnostics: read.diagnostics }) };
  }
  const stores = tool.writes && rest.dry_run !== true;
  const isWanted = tool.makesProjects || holdsProject(read.files);
  const projects = new GivenProjects(call, { files: read.files, stores, isWanted });
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  const answer = await reportIfAborted(
    projects,
    call,
    () => tool.run(isObject ? rest : args, { ...call, projects }),
  );
  return projects.refusal === null
    ? await withLinks(answer, projects, call)
    : { report: projects.refusal };
}

/**
 * Runs a tool. If the call is aborted after its files were stored, returns a report instead of throwing, so
 * that the caller learns that the files were stored.
 */
async function reportIfAborted(
  projects: GivenProjects,
  { signal }: Call,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (problem) {
    if (projects.stored === null || problem !== signal.reason) throw problem;
    const message = "Gave up waiting for the project; nothing else was changed.";
    return { report: report("", "refused", { diagnostics: [error("conflict-busy", message)] }) };
  }
}

async function withLinks(
  answer: Answer,
  { name, stored, change }: GivenProjects,
  call: Call,
): Promise<Answer> {
  if (stored === null && change === null) return answer;
  const { report } = answer;
  const note = stored === null ? [] : [info("files-stored", stored)];
  const links = call.links === null ? null : await call.links({ project: name, change });
  return {
    ...answer,
    report: {
      ...report,
      diagnostics: [...note, ...report.diagnostics],
      next: [...commands(links, name, change), ...report.next],
    },
    ...(links !== null && { links }),
  };
}

/** Returns the command with which the agent fetches the tool's change. */
function commands(
  links: LinkValues | null,
  name: string,
  change: KeptChange | null,
): readonly string[] {
  if (links === null || change === null) return [];
  if (change.isFirst) return [fetchCommand({ archive: links.archive })];
  return [`${fetchCommand(links)} # in ${name}/`];
}

interface GivenOptions {
  readonly files: GivenFiles;
  readonly stores: boolean;
  /** Whether files for a project that does not exist may create the project. */
  readonly isWanted: boolean;
}

/** The caller's projects, with the given files in the project that the tool opens. */
class GivenProjects implements Projects {
  readonly foldsCase: boolean;
  readonly #call: Call;
  readonly #files: GivenFiles;
  readonly #stores: boolean;
  readonly #isWanted: boolean;
  /** The name of the opened project. */
  name = "";
  /** A message about the stored files; `null` if none were stored. */
  stored: string | null = null;
  /** The report to return if the files cannot be stored. */
  refusal: Report | null = null;
  /** The tool's own change. */
  change: KeptChange | null = null;

  constructor(call: Call, { files, stores, isWanted }: GivenOptions) {
    this.foldsCase = call.projects.foldsCase;
    this.#call = call;
    this.#files = files;
    this.#stores = stores;
    this.#isWanted = isWanted;
  }

  list(limit: number, prefix?: string): Promise<readonly string[]> {
    return this.#call.projects.list(limit, prefix);
  }

  async open(path: string) {
    const project = await this.#call.projects.open(path);
    if ("severity" in project) return project;
    this.name = project.name;
    const { workspace } = project;
    if (this.#files.size === 0) return { ...project, workspace: this.#noting(workspace) };
    // A mistyped name must not create a project.
    if (this.#stores && !project.exists && !this.#isWanted) return project;
    const dryRun = !this.#stores;
    const stored = await storeFiles(watched(workspace, this.#call), this.#files, { dryRun });
    if (stored.status === "failed" || stored.status === "refused") return this.#refused(stored);
    if (stored.status === "applied") this.stored = stored.message;
    return { ...this.#given(project), exists: project.exists || stored.status !== "unchanged" };
  }

  #given(project: Project): Project {
    const { workspace } = project;
    return {
      ...project,
      workspace: this.#stores ? this.#noting(workspace) : overlaid(workspace, this.#files),
    };
  }

  #refused(stored: Report) {
    this.refusal = stored;
    const [problem] = stored.diagnostics;
    if (problem === undefined) throw new Error("The files were refused without a diagnostic");
    return problem;
  }

  /** Wraps a workspace so that it records the tool's change. */
  #noting(workspace: Workspace): Workspace {
    return {
      read: (paths) => workspace.read(paths),
      entries: (folder) => workspace.entries(folder),
      reading: (work) => workspace.reading(work),
      exclusively: (work) => workspace.exclusively(work),
      history: workspace.history,
      apply: async (changes, details) => {
        const outcome = await workspace.apply(changes, details);
        if (outcome.kind === "applied") this.change = outcome.change ?? null;
        return outcome;
      },
    };
  }
}
