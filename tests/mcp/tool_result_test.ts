/** The size of tool results is bounded for every project. */

import { equal, ok } from "node:assert/strict";
import { analyzeProject } from "../../actions/inspect.ts";
import { report } from "../../core/report.ts";
import { outcomeOf } from "../../mcp/tool_result.ts";
import { presentAnalysis } from "../../presentation/present_inspection.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { lines } from "../project/repeated_lines.ts";

const BLUEPRINT = (prefix: string, index = 0) =>
  `b${index} = Blueprint("b${index}", __name__, url_prefix="/${prefix}")\n`;

/** Projects for which a result could be many times as long as the project. */
const PROJECTS: Readonly<Record<string, string>> = {
  "one prefix of many rules": BLUEPRINT("x".repeat(990)) +
    lines(10_000, () => "b0.add_url_rule('')"),
  "a prefix just short enough": BLUEPRINT("x".repeat(254)) +
    lines(10_000, () => "b0.add_url_rule('')"),
  "one long constant in many blueprints": `A = "/${"a".repeat(900)}"\n` +
    lines(50, (i) => BLUEPRINT("b", i) + lines(50, () => `b${i}.add_url_rule(A)`)),
  "one long rule above many": `b.add_url_rule("/${"a".repeat(900)}")\n` +
    lines(2_000, () => "b.add_url_rule('/a')"),
  "one long list of methods above many":
    `b.add_url_rule("/", methods=[${lines(160, () => '"METHOD",')}])\n` +
    lines(2_000, () => "b.add_url_rule('/a')"),
  "long handlers": lines(2_000, (i) => `b.add_url_rule("/${i}", "${"f".repeat(900)}")`),
};

for (const [what, text] of Object.entries(PROJECTS)) {
  Deno.test(`a result stays small and reports what it omits: ${what}`, async () => {
    const workspace = createMemoryWorkspace({ "app.py": text });
    const analysis = await analyzeProject(workspace, "shop");
    const { result, report } = outcomeOf({ report: analysis, text: presentAnalysis });
    const [said = "", values] = [result.content[0]?.text, JSON.stringify(report)];
    ok(said.length < 550_000, `${said.length} characters of words`);
    ok(values.length < 550_000, `${values.length} characters of values`);
    ok(Number(report.omitted) > 0);
  });
}

Deno.test("a long text is truncated at the end of a line", () => {
  const text = outcomeOf({
    report: report("analyze", "unchanged", { message: "a" }),
    text: () => `${"b".repeat(99)}\n`.repeat(6_000),
  }).result.content[0]?.text ?? "";
  equal(
    text.slice(499_800),
    `${"b".repeat(99)}\n${"b".repeat(99)}\n\nand 100,001 more characters (truncated)`,
  );
});
