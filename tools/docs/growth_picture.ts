/** Draws the README's picture: a project that grows around an edit. */

import { terminalPicture } from "./terminal_picture.ts";
import { recordGrowth } from "./terminal_session.ts";

const TITLE =
  "A service edited by hand. One command adds a subroute to five files. The diff of the service adds the " +
  "new method below the edit, which stays.";

/** Records the session and draws it. */
export async function growthPicture(): Promise<string> {
  return terminalPicture(await recordGrowth(), TITLE);
}
