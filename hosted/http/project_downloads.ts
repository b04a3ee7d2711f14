/** Projects and changes of them, as files to keep. */

import type { Context } from "hono";
import type { Database } from "../storage/database.ts";
import { readHostedPatch, readHostedProject } from "../projects/whole_project.ts";
import type { HostedPlace } from "../projects/snapshot.ts";
import { createDownloadQueue, DownloadsBusy } from "./download_queue.ts";
import { type HttpEnv, refuse } from "../../http/exchange.ts";

/** What everybody has to hear who asks for what they have not got. */
export const NO_PROJECT = "No such project, or no such change of it";

/** After how many seconds to try again when too many downloads wait. */
const BUSY_SECONDS = "5";

const inTurn = createDownloadQueue();

/** Answers with a whole project, in the format that is asked for. */
export async function answerArchive(
  c: Context<HttpEnv>,
  database: Database,
  place: HostedPlace,
): Promise<Response> {
  const format = c.req.query("format") ?? "tar.gz";
  if (format !== "tar.gz" && format !== "zip") {
    return refuse(c, 400, "Unknown format (must be tar.gz or zip)");
  }
  return await whenItsTurn(c, place.accountId, async (gone) => {
    const project = await readHostedProject(database, place);
    if (project === null) return refuse(c, 404, NO_PROJECT);
    // Loaded late: most calls fetch nothing, and a server should be there at once.
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
  return await whenItsTurn(c, place.accountId, async () => {
    const patch = await readHostedPatch(database, place, id);
    if (patch === null) return refuse(c, 404, NO_PROJECT);
    return download(c, patch, "text/x-patch; charset=utf-8", `${id}.patch`);
  });
}

/** @param make Makes the answer. It may throw the signal's reason once the client has gone. */
async function whenItsTurn(
  c: Context<HttpEnv>,
  account: string,
  make: (gone: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const { signal: gone } = c.req.raw;
  const whenSent = (done: () => void) => void c.var.whenSent.push(done);
  try {
    return await inTurn({ account, gone, whenSent }, () => make(gone));
  } catch (problem) {
    if (problem instanceof DownloadsBusy) {
      const message = "Too many downloads at once with your account";
      return refuse(c, 429, message, { "Retry-After": BUSY_SECONDS });
    }
    if (gone.aborted) return refuse(c, 408, "The client has gone");
    throw problem;
  }
}

/** Answers with a file that no browser shows, and nobody keeps. */
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
