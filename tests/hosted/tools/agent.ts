/** An agent on a hosted server, which calls tools and runs the commands in their answers. */

import { hostedTools } from "../../../hosted/tools/toolset.ts";
import { equal, ok } from "node:assert/strict";
import { tarArchive, zipArchive } from "../../../hosted/http/archive.ts";
import { answerDirectly } from "../../../mcp/direct_answer.ts";
import { REPORT_META_KEY } from "../../../mcp/tool_result.ts";
import type { Links } from "../../../mcp/links.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { runCommand } from "../../../tools/run_command.ts";
import type { HostedActor } from "../../../hosted/projects/commit.ts";
import { readHostedPatch, readHostedProject } from "../../../hosted/projects/whole_project.ts";
import { openHostedProjects } from "../../../hosted/projects/account_projects.ts";
import { type ToolAnswer, toolAnswer } from "../../http/messages.ts";

/** Links for tests that fetch nothing. */
export const NO_LINKS: Links = linksAt("http://localhost");

export function linksAt(origin: string): Links {
  return ({ project, change }) => ({
    archive: `${origin}/${project}/archive?format=tar.gz&signature='x'`,
    zip: `${origin}/${project}/archive?format=zip&signature='x'`,
    ...(change !== null && {
      patch: `${origin}/${project}/patch?change=${change.id}&signature='x'`,
    }),
  });
}

export interface HostedAgent {
  call(tool: string, args: unknown): Promise<ToolAnswer>;
}

export function hostedAgent(
  database: Database,
  actor: HostedActor,
  links = NO_LINKS,
): HostedAgent {
  return {
    async call(name, args) {
      const text = await answerDirectly({
        id: 1,
        envelope: null,
        meta: { [REPORT_META_KEY]: true },
        called: { name, arguments: args },
      }, {
        projects: openHostedProjects(database, actor),
        readOnly: false,
        remote: hostedTools(links),
        timeoutMs: 60_000,
        onBug: (trace) => {
          throw new Error(trace);
        },
      });
      const answer = toolAnswer(JSON.parse(text ?? "null"));
      for (const step of answer.report.next ?? []) ok(answer.text.includes(step), answer.text);
      return answer;
    },
  };
}

/**
 * Runs a test with a server that provides an account's projects without authentication, so that
 * commands can fetch them.
 */
export async function withFetching(
  database: Database,
  { id: accountId }: HostedActor,
  test: (links: Links) => Promise<void>,
): Promise<void> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const [, name = "", kind] = pathname.split("/");
      const place = { accountId, name };
      if (kind === "patch") {
        const patch = await readHostedPatch(database, place, searchParams.get("change") ?? "");
        return new Response(patch, { status: patch === null ? 404 : 200 });
      }
      const project = await readHostedProject(database, place);
      if (project === null) return new Response(null, { status: 404 });
      const archived = { name, ...project };
      const isZip = searchParams.get("format") === "zip";
      return new Response(await (isZip ? zipArchive : tarArchive)(archived));
    },
  );
  try {
    await test(linksAt(`http://127.0.0.1:${server.addr.port}`));
  } finally {
    await server.shutdown();
  }
}

/** Runs a command in a shell, as agents do. */
export async function inShell(command: string, cwd: string): Promise<void> {
  const { code, stderr } = await runCommand("bash", ["-o", "pipefail", "-c", command], { cwd });
  equal(code, 0, stderr);
}
