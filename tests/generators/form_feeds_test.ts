/** Projects with form feeds, which Python treats as whitespace and as resetting the indentation. */

import { deepEqual, equal } from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generateApi } from "../../actions/generate_api.ts";
import { generateSubroute } from "../../actions/generate_subroute.ts";
import type { ApiSpecInput, EndpointInput } from "../../spec/api_spec_input.ts";
import { createMemoryWorkspace, type MemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { type CheckedProject, checkedProject } from "../tools/checked_project.ts";
import { compile } from "../tools/compile.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

function spec(subroutes: number): ApiSpecInput {
  const names = Array.from({ length: subroutes }, (_, index) => `s${index}`);
  const subroute: EndpointInput = { type: "POST", mock: { items: [{ id: 1 }] } };
  return {
    routes: {
      a: {
        type: "GET",
        mock: { id: 1 },
        subroutes: Object.fromEntries(names.map((name) => [name, subroute])),
      },
    },
  };
}

/** Edits that insert form feeds: between pages, and by accident. */
const EDITS: Readonly<Record<string, (text: string) => string>> = {
  "on a line of its own": (text) => text.replace(/^( *)(def|class|@)/gm, "\f\n$1$2"),
  "at the start of definitions": (text) => text.replace(/^( *)(def|class|@)/gm, "\f$1$2"),
  "at the start of classes": (text) => text.replace(/^class/gm, "\fclass"),
  "within an indentation": (text) => text.replace(/^ {4}def/gm, "  \f    def"),
  "before statements": (text) => text.replace(/^( +)(return|raise)/gm, "\f$1$2"),
  "before the first line of classes": (text) => text.replace(/^(class .*\n)/gm, "$1\f"),
  "between tokens": (text) => text.replace(/(def|import|from|=) /g, "$1\f"),
  "at the end of headers": (text) => text.replace(/:$/gm, ":\f"),
  "before imports": (text) => text.replace(/^(from|import)/gm, "\f$1"),
  "at the start of the file": (text) => `\f${text}`,
  "at the end of the file": (text) => `${text}\f\n`,
};

/** Commands that grow a project. */
const COMMANDS: Readonly<Record<string, (workspace: MemoryWorkspace) => Promise<Outcome>>> = {
  "generate api": (workspace) => generateApi(workspace, "shop", spec(2)),
  "generate subroute": (workspace) =>
    generateSubroute(workspace, "a", "sale", { type: "POST", mock: { total: 1 } }),
};

interface Outcome {
  readonly status: string;
  readonly message: string;
}

async function writtenProject(folder: string, workspace: MemoryWorkspace): Promise<CheckedProject> {
  for (const [path, text] of workspace.files()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return await checkedProject(folder);
}

Deno.test("projects with form feeds grow, keep them, and still parse", () =>
  inTemporaryFolder(async (home) => {
    const generated = createMemoryWorkspace();
    equal((await generateApi(generated, "shop", spec(1))).status, "applied");
    const projects: CheckedProject[] = [];
    for (const [where, edit] of Object.entries(EDITS)) {
      const edited = [...generated.files()].map(([path, text]) =>
        [path, path.endsWith(".py") ? edit(text) : text] as const
      );
      for (const [command, run] of Object.entries(COMMANDS)) {
        const workspace = createMemoryWorkspace(Object.fromEntries(edited));
        const { status, message } = await run(workspace);
        equal(status, "applied", `${command} with form feeds ${where}: ${message}`);
        for (const [path, before] of edited) {
          const after = workspace.files().get(path) ?? "";
          equal(feeds(after), feeds(before), `${command} with form feeds ${where}: ${path}`);
        }
        projects.push(await writtenProject(join(home, where, command), workspace));
      }
    }
    deepEqual(await compile(projects), []);
  }));

function feeds(text: string): number {
  return text.split("\f").length - 1;
}
