/** The page about environment variables. */

import { topic } from "./help_texts.ts";
import { HOSTED_VARIABLES } from "./hosted_variables.ts";
import { code, heading, plain, table } from "./markdown.ts";

/** Returns the page as Markdown. */
export async function environmentPage(): Promise<string> {
  const { rows } = await topic("environment");
  return heading("Environment variables") + [
    "Options override variables. An empty variable counts as unset.\n",
    "## Commands and the local server\n",
    "`layerwright help environment` prints this list.\n",
    table(
      ["variable", "meaning"],
      rows.map(({ term, meaning }) => [code(term), plain(meaning)]),
    ),
    "## A server for a team\n",
    "These variables configure `layerwright-server` with `LAYERWRIGHT_MODE=hosted`. If a value is " +
    "invalid, the server does not start, and names the variable.\n",
    table(
      ["variable", "meaning", "default"],
      HOSTED_VARIABLES.map((each) => [code(each.name), each.sets, each.default]),
    ),
  ].join("\n");
}
