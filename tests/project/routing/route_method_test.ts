import { equal } from "node:assert/strict";
import { methodEdits } from "../../../project/routing/route_method.ts";
import { readPython } from "../../../python/python_module.ts";
import { applyEdits } from "../../../python/text_edit.ts";

const DEF = "\ndef one():\n    return {}\n";

/**
 * A decorator or call, and the result when its method becomes POST. The old method is PUT, or GET
 * where the code names none.
 */
const CASES: readonly (readonly [before: string, after: string | null])[] = [
  ['@bp.put("/a")', '@bp.post("/a")'],
  ["@bp.put('/a', strict_slashes=False)  # mine", "@bp.post('/a', strict_slashes=False)  # mine"],
  ['@api.users.put(\n    "/put",\n)', '@api.users.post(\n    "/put",\n)'],
  ['@bp.route("/a", methods=["PUT"])', '@bp.route("/a", methods=["POST"])'],
  ["@bp.route('/a', methods=('put',))", "@bp.route('/a', methods=('POST',))"],
  [
    '@bp.route("/a", methods={"PUT"}, endpoint="x")',
    '@bp.route("/a", methods={"POST"}, endpoint="x")',
  ],
  ['@bp.route("/a")', '@bp.route("/a", methods=["POST"])'],
  ["@bp.route('/a')", "@bp.route('/a', methods=['POST'])"],
  ['@bp.route(\n    "/a",\n)', '@bp.route(\n    "/a", methods=["POST"],\n)'],
  [
    'bp.add_url_rule("/a", view_func=one, methods=["PUT"])',
    'bp.add_url_rule("/a", view_func=one, methods=["POST"])',
  ],
  ['@bp.route("/a", methods=["PUT", "PATCH"])', null],
  ['@bp.route("/a", methods=["PUT"] + MORE)', null],
  ['@bp.route("/a", methods=METHODS)', null],
  ['@bp.route("/a", **options)', null],
  ['@bp.delete("/a")', null],
  ["@login_required", null],
];

for (const [code, expected] of CASES) {
  Deno.test(`methodEdits() changes ${JSON.stringify(code)} only in its method`, () => {
    const module = readPython(`${code}${DEF}`);
    const before = /put/i.test(code) ? "PUT" : "GET";
    const edits = methodEdits(module, 1, { before, after: "POST" });
    const text = edits === null ? null : applyEdits(module.source, edits);
    equal(text, expected === null ? null : `${expected}${DEF}`);
  });
}

Deno.test("methodEdits() changes the decorator of the given line", () => {
  const text = '@bp.put("/a")\n@bp.put("/b")\ndef one(): ...\n';
  const module = readPython(text);
  const edits = methodEdits(module, 2, { before: "PUT", after: "GET" }) ?? [];
  equal(applyEdits(text, edits), '@bp.put("/a")\n@bp.get("/b")\ndef one(): ...\n');
  equal(methodEdits(module, 9, { before: "PUT", after: "GET" }), null);
});
