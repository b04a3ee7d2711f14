import { equal } from "node:assert/strict";
import { removeUnusedImports } from "../../generators/unused_imports.ts";

const CASES: readonly (readonly [what: string, before: string, after: string])[] = [
  ["none", "from a import d\n\n\ne = d\n", "from a import d\n\n\ne = d\n"],
  ["one of two", "from a import b\nfrom a import d\n\n\nd()\n", "from a import d\n\n\nd()\n"],
  ["the last of two", "from a import d\nfrom e import b\n\n\nd()\n", "from a import d\n\n\nd()\n"],
  [
    "the last two of a section",
    "import os\n\nfrom a import b\nfrom a import c\n\n\nos\n",
    "import os\n\n\nos\n",
  ],
  [
    "two sections",
    "import os\n\nfrom a import b\n\nfrom .a import c\n\n\nos\n",
    "import os\n\n\nos\n",
  ],
  ["one name of two", "from a import b, d\n\n\nd()\n", "from a import d\n\n\nd()\n"],
  ["one in a string", 'from a import b\n\n\nd = "b"\n', 'from a import b\n\n\nd = "b"\n'],
  [
    "none of a block that it could leave empty",
    "if TYPE_CHECKING:\n    from a import b\n\n\nd()\n",
    "if TYPE_CHECKING:\n    from a import b\n\n\nd()\n",
  ],
  [
    "one name of two in a block",
    "if TYPE_CHECKING:\n    from a import b, d\n\n\nd()\n",
    "if TYPE_CHECKING:\n    from a import d\n\n\nd()\n",
  ],
  ["one that is parted by code", "from a import b\nd()\nfrom a import c\nd()\n", "d()\nd()\n"],
];

for (const [what, before, after] of CASES) {
  Deno.test(`removeUnusedImports() removes ${what}`, () => {
    equal(removeUnusedImports(before, "b(c)\n"), after);
  });
}
