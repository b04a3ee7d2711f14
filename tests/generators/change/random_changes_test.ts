/** Random changes of endpoints in random specs, compared with generating from the changed spec. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { changeEndpoint } from "../../../actions/change.ts";
import { tryToParseJson } from "../../../core/json_text.ts";
import { createMemoryWorkspace, generateApi, undo } from "../../../mod.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { arbitraryMock } from "../arbitrary_mock.ts";
import { arbitrarySpec, isEmpty } from "../arbitrary_spec.ts";
import { differences, regenerate } from "../edited_project.ts";

/** The seed of the quick tier, so that it always takes the same time. */
const OPTIONS = IS_FULL_TIER ? { numRuns: 1_000 } : { numRuns: 10, seed: 7 };

/** Problems of changes that a spec cannot have, such as a mock without the fields of a list. */
const REFUSED: ReadonlySet<string> = new Set(["spec-left", "spec-list", "spec-list-field"]);

Deno.test("change gives the project of the spec that it changes, and undo both", () =>
  fc.assert(
    fc.asyncProperty(arbitrarySpec, fc.nat(), arbitraryMock, async (spec, index, text) => {
      const endpoint = spec.endpoints[index % spec.endpoints.length];
      const mock = tryToParseJson(text);
      if (endpoint === undefined || mock instanceof SyntaxError) return;
      const workspace = createMemoryWorkspace({ "shop.json": spec.text });
      const files = () => Object.fromEntries(workspace.files());
      await generateApi(workspace, "demo", spec.text, { specFile: "shop.json" });
      const before = files();
      const { route, subroute, method } = endpoint;
      const hasStatus = index % 3 === 0 || isEmpty(endpoint.status);
      const given = { type: method, mock, ...hasStatus && { status: 203 } };
      const report = await changeEndpoint(workspace, { route, subroute }, given);
      if (report.diagnostics.some(({ code }) => REFUSED.has(code))) return;
      ok(report.status === "applied" || report.status === "unchanged", report.message);
      const after = files();
      const asked = await regenerate(before, after["shop.json"], { specFile: "shop.json" });
      const { "shop.json": _, ...project } = after;
      const { "shop.json": _old, ...wanted } = asked.files;
      deepEqual(project, wanted);
      const { files: unnamed } = await regenerate({}, spec.text);
      const alone = createMemoryWorkspace(unnamed);
      const done = await changeEndpoint(alone, { route, subroute }, given);
      equal(done.status, report.status, "the code shows what it was generated from");
      deepEqual(differences(Object.fromEntries(alone.files()), project), []);
      if (report.status === "unchanged") return;
      equal((await undo(workspace)).status, "applied");
      deepEqual(files(), before);
    }),
    OPTIONS,
  ));
