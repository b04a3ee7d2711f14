/** The playground's responses equal those of Flask. */

import { deepEqual } from "node:assert/strict";
import { endpointAnswers } from "../../playground/endpoint_answer.ts";
import { arbitrarySpecWithoutBodies } from "../generators/arbitrary_spec.ts";
import { checkedSpec, withProjects } from "../generators/written_projects.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { runPython } from "../tools/run_python.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

const SPECS = IS_FULL_TIER ? 200 : 15;

/** Writes JSON texts as Python does. An empty text, for a response without content, stays empty. */
async function writtenByPython(texts: readonly string[]): Promise<readonly string[]> {
  const asked = texts.map((text) => ({ mock: text === "" ? "null" : text, words: "", sent: null }));
  const written = await runPython("expected_bodies.py", asked) as readonly string[];
  return written.map((each, index) => texts[index] === "" ? "" : each);
}

Deno.test(`endpointAnswers() of ${SPECS} random specs equals Flask's responses`, async () => {
  const specs = fc.sample(arbitrarySpecWithoutBodies, SPECS).map(({ text }) => text);
  const shown = specs.map((text) => endpointAnswers(checkedSpec(text)));
  const answers = await withProjects(specs, (folders) =>
    flaskAnswers(
      folders.map((folder, index) => ({
        folder,
        requests: (shown[index] ?? []).map(({ method, url }) => ({
          method,
          path: url,
          body: null,
        })),
      })),
      "client",
    ));
  const bodies = await writtenByPython(shown.flat().map(({ body }) => body));
  deepEqual(
    answers.flat().map(({ status, body }) => ({ status, body })),
    shown.flat().map(({ status }, index) => ({ status, body: bodies[index] })),
  );
});
