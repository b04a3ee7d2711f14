/** The history of a project on its page, and the forms that undo and redo. */

import type { Hono } from "hono";
import { appliedChange } from "../../actions/history.ts";
import { entryToRedo } from "../../core/history.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Actor } from "../../http/gate.ts";
import { callTool, type ToolServerOptions } from "../../mcp/call_tool.ts";
import type { Outcome } from "../../mcp/tool_result.ts";
import { toolsFor } from "../../mcp/tools.ts";
import type { ShownHistory } from "../pages/history.tsx";
import { projectHref } from "../pages/project_links.ts";
import { NotReversedPage } from "../pages/not_reversed.tsx";
import { hasHostedProject, readHostedHistory } from "../projects/listing.ts";
import type { HostedPlace } from "../projects/snapshot.ts";
import { addAccountForm } from "./forms.tsx";
import type { Hosted } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { missing, placeOf, PROJECT, userOf } from "./project_request.tsx";
import { firstLines, MAX_TEXT } from "./text_start.ts";

/** Reads the history of a project for its page. */
export async function shownHistory(
  { database }: Hosted,
  place: HostedPlace,
): Promise<ShownHistory> {
  const history = await readHostedHistory(database, place);
  return {
    applied: history.entries.map(appliedChange).reverse(),
    redoable: entryToRedo(history)?.id ?? null,
  };
}

/** Adds the forms to an app. Like an agent, the forms call the tool `change_project`. */
export function addHistoryForms(
  app: Hono<HttpEnv>,
  hosted: Hosted,
  toolServerFor: (user: Actor) => ToolServerOptions,
): void {
  for (const action of ["undo", "redo"] as const) {
    addAccountForm(app, `${PROJECT}/${action}`, hosted, async (c, { known, field }, account) => {
      const place = placeOf(c, account);
      if (!await hasHostedProject(hosted.database, place)) return missing(c, known, "Project");
      const { name } = place;
      const user = userOf(c, account);
      const asked = { action, id: field("id"), keepsEdited: field("keep_edited") === "true" };
      const problem = await isOver(hosted, place, asked)
        ? null
        : problemOf(await reversal(toolServerFor(user), name, asked));
      if (problem === null) return c.redirect(projectHref(name), 303);
      const { visitor } = known;
      const mayKeep = !asked.keepsEdited && KEEPABLE.has(problem.code);
      const shown = { visitor, name, ...asked, mayKeep, ...problem };
      return answerPage(c, <NotReversedPage {...shown} />, 422);
    });
  }
}

/** The request of a form. */
interface Asked {
  readonly action: "undo" | "redo";
  /** The id of the change. */
  readonly id: string;
  readonly keepsEdited: boolean;
}

/** Reports whether a change was redone already: a form that is sent twice must not redo the next change, too. */
async function isOver(
  hosted: Hosted,
  place: HostedPlace,
  { action, id }: Asked,
): Promise<boolean> {
  return action === "redo" && (await shownHistory(hosted, place)).redoable !== id;
}

function reversal(
  server: ToolServerOptions,
  project: string,
  { action, id, keepsEdited }: Asked,
): Promise<Outcome> {
  const tool = toolsFor(server).byName.get("change_project");
  if (tool === undefined) throw new Error("No tool 'change_project'");
  const change = action === "undo" ? { id } : {};
  const args = { project, action, ...change, keep_edited: keepsEdited, diff: true };
  return callTool(tool, args, server);
}

/** Errors that `keep_edited` avoids: it leaves code that was edited or is in use. */
const KEEPABLE: ReadonlySet<string> = new Set(["conflict-edited", "definition-used"]);

/** Returns the reason why the change was not reversed; `null` if it was. */
function problemOf({ result, report }: Outcome) {
  if (result.isError === undefined) return null;
  const { message, changes = [], diagnostics = [] } = report;
  const patch = changes.map(({ diff }) => diff ?? "").join("");
  const start = { text: patch.slice(0, MAX_TEXT), isWhole: patch.length <= MAX_TEXT };
  return { message, code: diagnostics[0]?.code ?? "", patch: firstLines(start) };
}
