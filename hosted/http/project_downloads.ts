/** Downloads of projects and patches. */

import type { Context } from "hono";
import type { Database } from "../storage/database.ts";
import { readHostedPatch, readHostedProject } from "../projects/whole_project.ts";
import type { HostedPlace } from "../projects/snapshot.ts";
import { AccountBusy, createAccountQueue } from "./account_queue.ts";
import { type HttpEnv, refuse } from "../../http/exchange.ts";

/** The same message for missing projects and for projects of other accounts, so that no one learns of the latter. */
export const NO_PROJECT = "Project or change not found";

/** Seconds after which a client may retry if the queue is full. */
const BUSY_SECONDS = "5";

/** Maximum number of an account's downloads that wait, are built, or are being received. */
export const MAX_DOWNLOADS_PER_ACCOUNT = 8;

const inTurn = createAccountQueue({
  atOnce: 2,
  atOncePerAccount: 1,
  waiting: 64,
  perAccount: MAX_DOWNLOADS_PER_ACCOUNT,
});

/** Answers with a whole project in the requested format. */
export async function answerArchive(
  c: Context<HttpEnv>,
  database: Database,
  place: HostedPlace,
): Promise<Response> {
  const format = c.req.query("format") ?? "tar.gz";
  if (format !== "tar.gz" && format !== "zip") {
    return refuse(c, 400, "Unknown format (must be tar.gz or zip)");
  }
  return await answerInTurn(c, place.accountId, async (gone) => {
    const project = await readHostedProject(database, place);
    if (project === null) return refuse(c, 404, NO_PROJECT);
    // Loaded late, so that the server starts faster.
    const { tarArchive, zipArchive } = await import("./archive.ts");
    const pack = format === "zip" ? zipArchive : tarArchive;
    const type = format === "zip" ? "application/zip" : "application/gzip";
    const { name } = place;
    return download(c, await pack({ name, ...project }, gone), type, `${name}.${format}`);
  });
}

/** Answers with the patch of a change. */
export async function answerPatch(
  c: Context<HttpEnv>,
  database: Database,
  { id, ...place }: HostedPlace & { readonly id: string },
): Promise<Response> {
  return await answerInTurn(c, place.accountId, async () => {
    const patch = await readHostedPatch(database, place, id);
    if (patch === null) return refuse(c, 404, NO_PROJECT);
    return download(c, patch, "text/x-patch; charset=utf-8", `${id}.patch`);
  });
}

/** @param make Creates the answer. If the client disconnects, `make` may throw the signal's reason. */
async function answerInTurn(
  c: Context<HttpEnv>,
  account: string,
  make: (gone: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const { signal: gone } = c.req.raw;
  const whenSent = (done: () => void) => void c.var.whenSent.push(done);
  try {
    return await inTurn({ account, gone, whenSent }, () => make(gone));
  } catch (problem) {
    if (problem instanceof AccountBusy) {
      const message = "Too many concurrent downloads with your account";
      return refuse(c, 429, message, { "Retry-After": BUSY_SECONDS });
    }
    if (gone.aborted) return refuse(c, 408, "The client disconnected");
    throw problem;
  }
}

/** Answers with a file that browsers download but neither display nor cache. */
function download(
  c: Context<HttpEnv>,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Response {
  return c.body(content, 200, {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
}
