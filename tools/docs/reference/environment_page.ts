/** The page of environment variables. */

import { topic } from "./help_texts.ts";
import { HOSTED_VARIABLES } from "./hosted_variables.ts";
import { code, heading, plain, table } from "./markdown.ts";

export async function environmentPage(): Promise<string> {
  const { rows } = await topic("environment");
  return heading("Environment variables") + [
    "An option wins over its variable. An empty variable counts as unset.\n",
    "## Commands and the local server\n",
    "`layerwright help environment` prints these.\n",
    table(
      ["variable", "what it sets"],
      rows.map(({ term, meaning }) => [code(term), plain(meaning)]),
    ),
    "## A server for a team\n",
    "`layerwright-server` with `LAYERWRIGHT_MODE=hosted`. A wrong value ends the start with a message " +
    "that names the variable.\n",
    table(
      ["variable", "what it sets", "without it"],
      HOSTED_VARIABLES.map((each) => [code(each.name), each.sets, each.default]),
    ),
  ].join("\n");
}
