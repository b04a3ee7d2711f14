import { equal } from "node:assert/strict";
import { undoInsertions } from "./undo_insertions.ts";

const BEFORE = "from a import b\n\n\ndef f():\r\n    pass";

Deno.test("undoInsertions removes exactly the insertions", () => {
  for (
    const after of [
      BEFORE,
      "import z\nfrom a import b\n\n\ndef f():\r\n    pass",
      "from a import b, c as d\n\n\ndef f():\r\n    pass\n\n\ndef g(): ...\n",
      "from a import a, b\n\n\ndef f():\r\n    pass",
    ]
  ) equal(undoInsertions(BEFORE, after), BEFORE, after);
});

Deno.test("undoInsertions rejects any other change", () => {
  for (
    const after of [
      "",
      BEFORE.replace("\r\n", "\n"),
      BEFORE.replace("    pass", "\tpass"),
      BEFORE.replace("import b\n", "import b \n"),
      BEFORE.replace("\n\n\n", "\n\n"),
      BEFORE.replace("f()", "f(a, b)"),
    ]
  ) equal(undoInsertions(BEFORE, after) === BEFORE, false, after);
});
