import { deepEqual, rejects } from "node:assert/strict";
import { projectPath } from "../../core/project_path.ts";
import { changed, failed, outcomeOf } from "../../workspace/apply_failure.ts";

const PATH = projectPath("app.py");

function throwing(error: Error): () => void {
  return () => {
    throw error;
  };
}

const FAILURES = [
  { failure: changed(PATH), outcome: { kind: "changed", path: PATH } },
  {
    failure: failed(PATH, "No space"),
    outcome: { kind: "failed", path: PATH, reason: "No space" },
  },
];

for (const { failure, outcome } of FAILURES) {
  Deno.test(`outcomeOf() returns the outcome of the failure '${failure.message}'`, async () => {
    deepEqual(await outcomeOf(throwing(failure)), outcome);
  });
}

Deno.test("outcomeOf() throws any other error", async () => {
  const defect = Object.assign(new TypeError("A defect"), { outcome: { kind: "applied" } });
  await rejects(outcomeOf(throwing(defect)), defect);
});
