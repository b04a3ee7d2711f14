/** The pages of projects. */

import type { Hono } from "hono";
import { ProjectPage } from "../pages/project.tsx";
import {
  ChangePage,
  DeleteProjectPage,
  FilePage,
  RevokePreviewsPage,
} from "../pages/project_parts.tsx";
import { notedPlaces, ProjectStatusPage } from "../pages/project_status.tsx";
import { MAX_LISTED } from "../pages/shown_files.ts";
import { projectHref } from "../pages/project_links.ts";
import { ProjectsPage } from "../pages/projects.tsx";
import type { AnalysisData } from "../../actions/inspect.ts";
import type { TrimmedStatus } from "../../mcp/project_states.ts";
import type { ToolServerOptions } from "../../mcp/call_tool.ts";
import {
  filesAmong,
  hasHostedProject,
  listHostedChanges,
  listHostedFiles,
  listHostedProjects,
  readHostedChange,
  readHostedFile,
  readHostedSummary,
} from "../projects/listing.ts";
import { revokePreviews } from "../projects/previewed_project.ts";
import { deleteHostedProject } from "../projects/whole_project.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountDownload, addAccountForm, addAccountPage } from "./forms.tsx";
import { addHistoryForms, shownHistory } from "./history_forms.tsx";
import { actorOf, type Hosted } from "./hosted.ts";
import type { Actor } from "../../http/gate.ts";
import { answerPage } from "./pages.tsx";
import { previewAddress } from "./preview_routes.ts";
import { answerArchive, answerPatch } from "./project_downloads.ts";
import { answerOpenApi } from "./project_openapi.ts";
import { findingsOf, unreadableIn } from "./project_findings.ts";
import { missing, placeOf, PROJECT, userOf } from "./project_request.tsx";
import { firstLines, MAX_TEXT } from "./text_start.ts";
import { say } from "./words.ts";

const PROJECTS = "/dashboard/projects";

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
    const summary = await readHostedSummary(database, place);
    if (summary === null) return missing(c, known, "Project");
    const { visitor } = known;
    const { name } = place;
    const server = toolServerFor(userOf(c, account));
    const findings = await findingsOf<AnalysisData>(server, name, summary);
    const unreadable = await unreadableIn(server, name, findings);
    // These lists are read after the analysis, so that they are not in memory while it runs.
    const changes = await listHostedChanges(database, place, RECENT_CHANGES);
    const history = await shownHistory(hosted, place);
    const files = await listHostedFiles(database, place, MAX_LISTED);
    const shown = { visitor, name, summary, files, findings, unreadable, history, changes };
    return answerPage(c, <ProjectPage {...shown} />);
  });
  addAccountPage(app, `${PROJECT}/status`, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    const summary = await readHostedSummary(database, place);
    if (summary === null) return missing(c, known, "Project");
    const { visitor } = known;
    const { name } = place;
    const server = toolServerFor(userOf(c, account));
    const findings = await findingsOf<TrimmedStatus>(server, name, summary, { states: "all" });
    const unreadable = await unreadableIn(server, name, findings);
    const files = await filesAmong(database, place, notedPlaces(findings).map(({ file }) => file));
    return answerPage(c, <ProjectStatusPage {...{ visitor, name, files, findings, unreadable }} />);
  });
  addAccountPage(app, `${PROJECT}/openapi.json`, hosted, (c, _, account) => {
    const server = toolServerFor(userOf(c, account));
    return answerOpenApi(c, database, { place: placeOf(c, account), server });
  });
  addAccountPage(app, `${PROJECT}/preview`, hosted, async (c, known, account) => {
    const preview = await previewAddress(hosted, placeOf(c, account));
    return preview === null ? missing(c, known, "Project") : c.redirect(preview.docs, 303);
  });
  addAccountPage(app, `${PROJECT}/previews/revoke`, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    if (!await hasHostedProject(database, place)) return missing(c, known, "Project");
    return answerPage(c, <RevokePreviewsPage visitor={known.visitor} name={place.name} />);
  });
  addAccountForm(app, `${PROJECT}/previews/revoke`, hosted, async (c, { known }, account) => {
    const { name } = placeOf(c, account);
    const isRevoked = await revokePreviews(database, actorOf(hosted, userOf(c, account)), name);
    if (!isRevoked) return missing(c, known, "Project");
    say(c, hosted, known, "Revoked all previews. To create a new address, click Preview.");
    return c.redirect(projectHref(name), 303);
  });
  addHistoryForms(app, hosted, toolServerFor);
  addPartPages(app, hosted);
  addDeletion(app, hosted);
}

/** Adds the pages of files and changes, and their downloads. */
function addPartPages(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database } = hosted;
  addAccountPage(app, `${PROJECT}/file`, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    const path = c.req.query("path") ?? "";
    const whole = await readHostedFile(database, place, path, MAX_TEXT);
    if (whole === null) {
      return missing(c, known, await hasHostedProject(database, place) ? "File" : "Project");
    }
    const file = firstLines(whole);
    // Loaded late, so that the server starts faster.
    const { highlightedLines } = await import("../../presentation/highlight.ts");
    const lines = highlightedLines(path, file.text);
    const { visitor } = known;
    const { isWhole } = file;
    const { name } = place;
    const files = await listHostedFiles(database, place, MAX_LISTED);
    const count = (await readHostedSummary(database, place))?.files ?? 0;
    return answerPage(c, <FilePage {...{ visitor, name, path, lines, isWhole, files, count }} />);
  });
  addAccountPage(app, `${PROJECT}/changes/:id`, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    const id = c.req.param("id") ?? "";
    const change = await readHostedChange(database, place, id, MAX_TEXT);
    if (change === null) return missing(c, known, "Change");
    const shown = { ...change, patch: firstLines(change.patch) };
    return answerPage(c, <ChangePage visitor={known.visitor} name={place.name} change={shown} />);
  });
  addAccountDownload(app, `${PROJECT}/changes/:id/patch`, hosted, (c, _, account) => {
    return answerPatch(c, database, { ...placeOf(c, account), id: c.req.param("id") ?? "" });
  });
  addAccountDownload(app, `${PROJECT}/archive`, hosted, (c, _, account) => {
    return answerArchive(c, database, placeOf(c, account));
  });
}

function addDeletion(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database } = hosted;
  const path = `${PROJECT}/delete`;
  addAccountPage(app, path, hosted, async (c, known, account) => {
    const place = placeOf(c, account);
    if (!await hasHostedProject(database, place)) return missing(c, known, "Project");
    const { visitor } = known;
    return answerPage(c, <DeleteProjectPage {...{ visitor, ...place, problem: null }} />);
  });
  addAccountForm(app, path, hosted, async (c, { known, field }, account) => {
    const place = placeOf(c, account);
    if (!await hasHostedProject(database, place)) return missing(c, known, "Project");
    if (field("name").trim() !== place.name) {
      const { visitor } = known;
      const problem = "The name does not match. Nothing was deleted.";
      return answerPage(c, <DeleteProjectPage {...{ visitor, ...place, problem }} />, 422);
    }
    const actor = actorOf(hosted, userOf(c, account));
    // A missing project counts as deleted.
    await deleteHostedProject(database, actor, place.name);
    say(c, hosted, known, `Deleted the project ${place.name}.`);
    return c.redirect(PROJECTS, 303);
  });
}
