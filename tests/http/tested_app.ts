/** The real app over the projects of a folder, without a port. */

import { type AppOptions, createApp } from "../../http/app.ts";
import type { App } from "../../http/base_app.ts";
import { keyGate } from "../../http/gate.ts";
import { jsonLog } from "../../http/log.ts";
import { toolService } from "../../http/mcp_endpoint.ts";
import { openDiskProjects } from "../../workspace/disk_projects.ts";
import type { Projects } from "../../workspace/projects.ts";
import {
  type Asked,
  type Era,
  KEY,
  post,
  replyOf,
  type ToolAnswer,
  toolAnswer,
} from "./messages.ts";

/** The options of a test's app. */
export interface TestedAppOptions extends Partial<Omit<AppOptions, "makeServer">> {
  readonly readOnly?: boolean;
  readonly timeoutMs?: number;
}

export interface TestedApp extends App {
  /** Lines of the log. */
  readonly lines: string[];
  /** Traces of internal errors. */
  readonly bugs: string[];
  /** Sends a request from a loopback address. */
  send(request: Request): Promise<Response>;
  /** Sends a request like a client. */
  ask(asked: Asked, era?: Era): Promise<Response>;
  /** Calls a tool. */
  call(tool: string, args: unknown, era?: Era): Promise<ToolAnswer>;
}

/** Opens the projects below an existing folder. */
export function projectsIn(root: string): Projects {
  const projects = openDiskProjects(root);
  if ("severity" in projects) throw new Error(projects.message);
  return projects;
}

/** @param projects A folder, or a substitute. */
export function testedApp(
  projects: string | Projects,
  { readOnly = false, timeoutMs = 60_000, ...options }: TestedAppOptions = {},
): TestedApp {
  const lines: string[] = [];
  const bugs: string[] = [];
  const reachable = typeof projects === "string" ? projectsIn(projects) : projects;
  const onBug = (trace: string) => void bugs.push(trace);
  const app = createApp({
    gate: keyGate(KEY),
    ...toolService(() => ({ projects: reachable, readOnly, timeoutMs, onBug })),
    allowedHosts: ["localhost", "127.0.0.1", "[::1]"],
    clientAddress: null,
    log: jsonLog((line) => void lines.push(line), () => 0),
    now: () => performance.now(),
    ...options,
  });
  const send = async (request: Request) => await app.fetch(request, "127.0.0.1");
  const ask = (asked: Asked, era: Era = "modern") => send(post(asked, era));
  const call = async (tool: string, args: unknown, era: Era = "modern") =>
    toolAnswer(
      await replyOf(
        await ask({ method: "tools/call", params: { name: tool, arguments: args } }, era),
      ),
    );
  return { ...app, lines, bugs, send, ask, call };
}
