/** The pages of projects. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { MessagePage } from "../pages/layout.tsx";
import { ProjectPage } from "../pages/project.tsx";
import { ChangePage, DeleteProjectPage, FilePage } from "../pages/project_parts.tsx";
import { ProjectStatusPage } from "../pages/project_status.tsx";
import { ProjectsPage } from "../pages/projects.tsx";
import type { AnalysisData } from "../../actions/inspect.ts";
import type { TrimmedStatus } from "../../mcp/project_states.ts";
import type { ToolServerOptions } from "../../mcp/call_tool.ts";
import {
  listHostedChanges,
  listHostedFiles,
  listHostedProjects,
  readHostedChange,
  readHostedFile,
  type TextStart,
} from "../projects/listing.ts";
import { deleteHostedProject } from "../projects/whole_project.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage } from "./forms.tsx";
import { actorOf, type Hosted } from "./hosted.ts";
import type { Actor } from "../../http/gate.ts";
import { answerPage } from "./pages.tsx";
import { answerArchive, answerPatch } from "./project_downloads.ts";
import { findingsOf } from "./project_findings.ts";
import type { KnownVisitor } from "./visitors.ts";

const PROJECTS = "/dashboard/projects";
const PROJECT = `${PROJECTS}/:name`;

/** Maximum characters of a file or a patch on a page. */
const MOST_TEXT = 100_000;

/** Maximum lines of a file or a patch on a page. Each line adds HTML, even if it is short. */
const MOST_LINES = 5_000;

const RECENT_CHANGES = 10;

/** Adds the project pages to an app. */
export function addDashboardRoutes(
  app: Hono<HttpEnv>,
  hosted: Hosted,
  toolServerFor: (user: Actor) => ToolServerOptions,
): void {
  const { database } = hosted;
  addAccountPage(app, PROJECTS, hosted, async (c, { visitor }, { id }) => {
    const projects = await listHostedProjects(database, id);
    return answerPage(c, <ProjectsPage visitor={visitor} projects={projects} />);
  });
  addAccountPage(app, PROJECT, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    const contents = await listHostedFiles(database, place);
    if (contents === null) return missing(c, known, "Project");
    const { visitor } = known;
    const { name } = place;
    const changes = await listHostedChanges(database, place, RECENT_CHANGES);
    const server = toolServerFor(userOf(c, account));
    const findings = await findingsOf<AnalysisData>(server, name, contents);
    return answerPage(c, <ProjectPage {...{ visitor, name, contents, findings, changes }} />);
  });
  addAccountPage(app, `${PROJECT}/status`, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    const contents = await listHostedFiles(database, place);
    if (contents === null) return missing(c, known, "Project");
    const { visitor } = known;
    const { name } = place;
    const server = toolServerFor(userOf(c, account));
    const findings = await findingsOf<TrimmedStatus>(server, name, contents, { states: "all" });
    return answerPage(c, <ProjectStatusPage {...{ visitor, name, contents, findings }} />);
  });
  addPartPages(app, hosted);
  addDeletion(app, hosted);
}

/** Adds the pages of files and changes, and their downloads. */
function addPartPages(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database } = hosted;
  addAccountPage(app, `${PROJECT}/file`, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    const path = c.req.query("path") ?? "";
    const contents = await listHostedFiles(database, place);
    const whole = await readHostedFile(database, place, path, MOST_TEXT);
    if (contents === null) return missing(c, known, "Project");
    if (whole === null) return missing(c, known, "File");
    const file = firstLines(whole);
    // Loaded late, so that the server starts faster.
    const { highlightedLines } = await import("../../presentation/highlight.ts");
    const lines = highlightedLines(path, file.text);
    const { visitor } = known;
    const { isWhole } = file;
    const { files } = contents;
    const { name } = place;
    return answerPage(c, <FilePage {...{ visitor, name, path, lines, isWhole, files }} />);
  });
  addAccountPage(app, `${PROJECT}/changes/:id`, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    const id = c.req.param("id") ?? "";
    const change = await readHostedChange(database, place, id, MOST_TEXT);
    if (change === null) return missing(c, known, "Change");
    const shown = { ...change, patch: firstLines(change.patch) };
    return answerPage(c, <ChangePage visitor={known.visitor} name={place.name} change={shown} />);
  });
  addAccountPage(app, `${PROJECT}/changes/:id/patch`, hosted, (c, _, account) => {
    return answerPatch(c, database, { ...placeOf(c, account), id: c.req.param("id") ?? "" });
  });
  addAccountPage(app, `${PROJECT}/archive`, hosted, (c, _, account) => {
    return answerArchive(c, database, placeOf(c, account));
  });
}

/** Cuts a text after `MOST_LINES` lines. */
function firstLines(start: TextStart): TextStart {
  let count = 0;
  for (const { 0: end, index } of start.text.matchAll(/\r\n|[\r\n]/g)) {
    const next = index + end.length;
    if (++count < MOST_LINES || next === start.text.length) continue;
    return { text: start.text.slice(0, next), isWhole: false };
  }
  return start;
}

function addDeletion(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database } = hosted;
  const path = `${PROJECT}/delete`;
  addAccountPage(app, path, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    if (await listHostedFiles(database, place) === null) return missing(c, known, "Project");
    const { visitor } = known;
    return answerPage(c, <DeleteProjectPage {...{ visitor, ...place, problem: null }} />);
  });
  addAccountForm(app, path, hosted, async (c, { known, field }, account) => {
    const place = placeOf(c, account);
    if (await listHostedFiles(database, place) === null) return missing(c, known, "Project");
    if (field("name").trim() !== place.name) {
      const { visitor } = known;
      const problem = "The name does not match. Nothing was deleted.";
      return answerPage(c, <DeleteProjectPage {...{ visitor, ...place, problem }} />, 422);
    }
    const actor = actorOf(hosted, userOf(c, account));
    // A missing project counts as deleted.
    await deleteHostedProject(database, actor, place.name);
    return c.redirect(PROJECTS, 303);
  });
}

/** Returns the actor of a person who is logged in. */
function userOf(c: Context<HttpEnv>, { id, email }: Account): Actor {
  return { id, client: c.var.client, author: { account: email, credential: "dashboard" } };
}

function placeOf(c: Context<HttpEnv>, { id }: Account) {
  return { accountId: id, name: c.req.param("name") ?? "" };
}

function missing(
  c: Context<HttpEnv>,
  { visitor }: KnownVisitor,
  what: "Project" | "File" | "Change",
) {
  const page = (
    <MessagePage
      title={`${what} not found`}
      message="It does not exist, or it was deleted."
      visitor={visitor}
    />
  );
  return answerPage(c, page, 404);
}
