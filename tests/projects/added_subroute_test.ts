import { deepEqual, equal, ok } from "node:assert/strict";
import { createDiskWorkspace, generateSubroute, type Report } from "../../mod.ts";
import { type FlaskAnswer, flaskAnswers } from "../tools/flask_answers.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readProject, type Tree } from "../workspace/tree.ts";
import { analysisLines, copyProject, projectFolder, request } from "./hand_edited_project.ts";
import { type Style, STYLES } from "./own_layout_styles.ts";
import { undoInsertions } from "./undo_insertions.ts";

const ROUTE = "api/routes/products_route.py";
const NO_RECORDS = "Nothing is recorded about this project, so the new code counts as yours";
const NO_TEST = "No test was added: tests/test_products_route.py does not exist";
const SALE = { price: 5, name: "Café" };

interface Trial {
  readonly style: Style;
  readonly reports: readonly Report[];
  readonly again: readonly Report[];
  readonly before: Tree;
  readonly after: Tree;
  /** The project after a second run. */
  readonly last: Tree;
  readonly lines: readonly string[];
  readonly oldAnswers: readonly FlaskAnswer[];
  readonly newAnswers: readonly FlaskAnswer[];
}

function addEndpoints(folder: string): Promise<Report[]> {
  const workspace = createDiskWorkspace(folder);
  return Promise.all([
    generateSubroute(workspace, "products", "sale", { mock: SALE }),
    generateSubroute(workspace, "products", "hold", { type: "POST" }),
  ]);
}

/** Adds endpoints to a copy of every project, and sends requests to all copies in one Python process. */
function tryAll(): Promise<readonly Trial[]> {
  return inTemporaryFolder(async (temporary) => {
    const trials = [];
    for (const style of STYLES) {
      const folder = copyProject(style.name, temporary);
      const before = readProject(folder);
      const reports = await addEndpoints(folder);
      const after = readProject(folder);
      const again = await addEndpoints(folder);
      const last = readProject(folder);
      trials.push({ style, folder, before, reports, after, again, last });
    }
    const answers = await flaskAnswers(
      trials.flatMap(({ style, folder }) => {
        const { name, requests, prefix = "/products" } = style;
        const added = [`GET ${prefix}/sale`, `POST ${prefix}/hold`];
        return [
          { folder: projectFolder(name), requests: requests.map(request) },
          { folder, requests: [...requests, ...added].map(request) },
        ];
      }),
      "client",
    );
    return await Promise.all(trials.map(async ({ folder, ...trial }, index) => ({
      ...trial,
      lines: await analysisLines(folder),
      oldAnswers: answers[2 * index] ?? [],
      newAnswers: answers[2 * index + 1] ?? [],
    })));
  });
}

function modeAndText(tree: Tree, path: string): [string, string] {
  const entry = tree[path] ?? "";
  const space = entry.indexOf(" ");
  return [entry.slice(0, space), entry.slice(space + 1)];
}

const TRIALS = await tryAll();

function eachStyle(behaviour: string, test: (trial: Trial) => void | Promise<void>): void {
  Deno.test(behaviour, async (context) => {
    for (const trial of TRIALS) await context.step(trial.style.name, () => test(trial));
  });
}

eachStyle("analyzeProject finds every endpoint of an edited project", async ({ style }) => {
  const expected = style.endpoints.map((line) => line.startsWith(":") ? ROUTE + line : line);
  deepEqual(await analysisLines(projectFolder(style.name)), expected);
});

eachStyle("generateSubroute adds to an edited project, and says what it left alone", (trial) => {
  deepEqual(trial.reports.map(({ status }) => status), ["applied", "applied"]);
  const said = trial.reports[0]?.diagnostics.map(({ severity, message }) => [severity, message]);
  const expected = [...trial.style.says ?? [NO_TEST], NO_RECORDS];
  deepEqual(said, expected.map((message) => ["info", message]));
});

eachStyle("generateSubroute leaves old answers as they were, and adds the new ones", (trial) => {
  const { style, oldAnswers, newAnswers } = trial;
  ok(oldAnswers.length > 0 && oldAnswers.every(({ status }) => status < 300), "all is well before");
  deepEqual(newAnswers.slice(0, -2), oldAnswers);
  const held = style.held ??
    "Successfully created hold for products with data: {'from': 'the client'}";
  deepEqual(
    newAnswers.slice(-2).map(({ status, body }) => [status, JSON.parse(body)]),
    [[200, SALE], [201, held]],
  );
});

eachStyle("generateSubroute changes no byte outside of what it adds", ({ before, after }) => {
  const changed = Object.keys(before).filter((path) => before[path] !== after[path]);
  ok(changed.includes(ROUTE), "the route is edited");
  for (const path of changed) {
    const [mode, old] = modeAndText(before, path);
    const [modeAfter, text] = modeAndText(after, path);
    equal(modeAfter, mode);
    equal(undoInsertions(old, text), old, path);
  }
  deepEqual(Object.keys(after), Object.keys(before));
});

eachStyle("analyzeProject finds the endpoints that were added", ({ style, lines }) => {
  const { prefix = "/products", handlers: [sale, hold] = ["get_sale", "create_hold"] } = style;
  const words = lines.map((line) => line.slice(line.indexOf(" ") + 1));
  const old = style.endpoints.map((line) => line.slice(line.indexOf(" ") + 1));
  const added = [`GET ${prefix}/sale ${sale}`, `POST ${prefix}/hold ${hold}`];
  deepEqual(words.toSorted(), [...old, ...added].sort());
});

eachStyle("generateSubroute says what is there already, and changes nothing", (trial) => {
  deepEqual(
    trial.again.map(({ status, diagnostics }) => [status, ...diagnostics.map(({ code }) => code)]),
    [["unchanged", "subroute-exists"], ["unchanged", "subroute-exists"]],
  );
  deepEqual(trial.last, trial.after);
});
