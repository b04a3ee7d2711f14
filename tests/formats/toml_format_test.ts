import { deepEqual, equal } from "node:assert/strict";
import type { EntryPlace } from "../../formats/config_format.ts";
import { FORMATS } from "../../formats/formats.ts";
import { type Addition, type Change, testAdditions, testChanges, testRefusals } from "./cases.ts";

const place: EntryPlace = { container: ["mcp_servers"], kind: "map", name: "lw" };
const list: EntryPlace = { container: ["mcp_servers"], kind: "list", name: "lw" };
const entry = { url: "http://h/mcp", http_headers: { Authorization: "Bearer k" } };
const item = { name: "lw", url: "http://h/mcp" };

const ADDITIONS: readonly Addition[] = [
  {
    name: "an empty file",
    before: "",
    after: `[mcp_servers.lw]
url = "http://h/mcp"
http_headers = { Authorization = "Bearer k" }
`,
  },
  {
    name: "a file of blank lines",
    before: "\n\n",
    after: `[mcp_servers.lw]
url = "http://h/mcp"
http_headers = { Authorization = "Bearer k" }


`,
  },
  {
    name: "a file of comments, without a final newline",
    before: "# nothing yet",
    after: `# nothing yet

[mcp_servers.lw]
url = "http://h/mcp"
http_headers = { Authorization = "Bearer k" }`,
  },
  {
    name: "after other tables, a date and a comment",
    before: `model = "o" # best

[tools]
since = 1979-05-27T07:32:00Z
# end
`,
    after: `model = "o" # best

[tools]
since = 1979-05-27T07:32:00Z
# end

[mcp_servers.lw]
url = "http://h/mcp"
http_headers = { Authorization = "Bearer k" }
`,
  },
  {
    name: "before the blank lines at the end",
    before: "a = 1\n\n\n",
    after: `a = 1

[mcp_servers.lw]
url = "http://h/mcp"
http_headers = { Authorization = "Bearer k" }


`,
  },
  {
    name: "CRLF and a byte order mark",
    before: "\ufeff[a]\r\nb = 1\r\n",
    after: '\ufeff[a]\r\nb = 1\r\n\r\n[mcp_servers.lw]\r\nurl = "http://h/mcp"\r\n' +
      'http_headers = { Authorization = "Bearer k" }\r\n',
  },
  {
    name: "no spaces around equals signs, and indented siblings",
    before: `[mcp_servers]
  [mcp_servers.b]
    url="x"
`,
    after: `[mcp_servers]
  [mcp_servers.b]
    url="x"

  [mcp_servers.lw]
    url="http://h/mcp"
    http_headers={ Authorization = "Bearer k" }
`,
  },
  {
    name: "keys that need quotes, and values of all kinds",
    before: "",
    place: { container: ["a.b", "c"], kind: "map", name: 'q"ü' },
    entry: { "x y": 'a"\\\n\u007f', n: 1, big: 1e300, f: 1.5, on: true, l: ["a", { b: {} }] },
    after: `["a.b".c."q\\"ü"]
"x y" = "a\\"\\\\\\n\\u007f"
n = 1
big = 1e+300
f = 1.5
on = true
l = ["a", { b = {} }]
`,
  },
  {
    name: "a container that is an empty inline table",
    before: "mcp_servers = {} # none\n\n[a]\n",
    after:
      'mcp_servers = { lw = { url = "http://h/mcp", http_headers = { Authorization = "Bearer k" } } } # none\n\n[a]\n',
  },
  {
    name: "a container that is an inline table",
    before: 'mcp_servers = { b = { url = "x" } }\n[a]\n',
    after:
      'mcp_servers = { b = { url = "x" }, lw = { url = "http://h/mcp", http_headers = { Authorization = "Bearer k" } } }\n[a]\n',
  },
  {
    name: "a container of dotted keys",
    before: 'mcp_servers.b.url = "x" # b\nmodel = "o"\n[a]\n',
    after:
      'mcp_servers.b.url = "x" # b\nmcp_servers.lw = { url = "http://h/mcp", http_headers = { Authorization = "Bearer k" } }\nmodel = "o"\n[a]\n',
  },
  {
    name: "a container with inline entries",
    before: '[mcp_servers]\nb = { url = "x" }\n\n[a]\nx = 1\n',
    after: `[mcp_servers]
b = { url = "x" }

[a]
x = 1

[mcp_servers.lw]
url = "http://h/mcp"
http_headers = { Authorization = "Bearer k" }
`,
  },
  {
    name: "a missing list",
    before: "a = 1\n",
    place: list,
    entry: item,
    after: 'a = 1\n\n[[mcp_servers]]\nname = "lw"\nurl = "http://h/mcp"\n',
  },
  {
    name: "a list of tables",
    before: '[[mcp_servers]]\nname = "b"\n[mcp_servers.headers]\nx = "y"\n',
    place: list,
    entry: item,
    after:
      '[[mcp_servers]]\nname = "b"\n[mcp_servers.headers]\nx = "y"\n\n[[mcp_servers]]\nname = "lw"\nurl = "http://h/mcp"\n',
  },
  {
    name: "an empty array",
    before: "mcp_servers = []\n[a]\n",
    place: list,
    entry: item,
    after: 'mcp_servers = [{ name = "lw", url = "http://h/mcp" }]\n[a]\n',
  },
  {
    name: "an array on lines with comments and a trailing comma",
    before: 'mcp_servers = [ # all\n\t{ name = "b" }, # b\n\t# end\n]\n',
    place: list,
    entry: item,
    after:
      'mcp_servers = [ # all\n\t{ name = "b" }, # b\n\t# end\n\t{ name = "lw", url = "http://h/mcp" },\n]\n',
  },
];

const CHANGES: readonly Change[] = [
  {
    name: "a table with a table below it",
    before: `# about a
[a]
b = 1

# about lw
[mcp_servers.lw]
# the address
url = "http://old/mcp" # moved
old = 1

# headers
[mcp_servers.lw.http_headers]
Authorization = 'Bearer old' # key
# of lw

# about c
[c]
`,
    updated: `# about a
[a]
b = 1

# about lw
[mcp_servers.lw]
# the address
url = "http://h/mcp" # moved

# headers
[mcp_servers.lw.http_headers]
Authorization = "Bearer k" # key
# of lw

# about c
[c]
`,
    removed: `# about a
[a]
b = 1

# about lw

# about c
[c]
`,
  },
  {
    name: "tables with others between them",
    before: `[mcp_servers.lw.http_headers]
Authorization = "Bearer k"

[a]
b = 1

[mcp_servers.lw]
url = "x"
# about c
[c]`,
    updated: `[mcp_servers.lw.http_headers]
Authorization = "Bearer k"

[a]
b = 1

[mcp_servers.lw]
url = "http://h/mcp"
# about c
[c]`,
    removed: `[a]
b = 1
# about c
[c]`,
  },
  {
    name: "an inline table below a header",
    before: '[mcp_servers]\n# ours\nlw = { url = "x" } # lw\nb = {}\n',
    updated:
      '[mcp_servers]\n# ours\nlw = { url = "http://h/mcp", http_headers = { Authorization = "Bearer k" } } # lw\nb = {}\n',
    removed: "[mcp_servers]\n# ours\nb = {}\n",
  },
  {
    name: "dotted keys",
    before: 'mcp_servers.lw.url = "x"\na = 1\nmcp_servers.lw.old.b = 1\nmcp_servers.c.d = 1\n',
    updated:
      'mcp_servers.lw.url = "http://h/mcp"\na = 1\nmcp_servers.lw.http_headers = { Authorization = "Bearer k" }\nmcp_servers.c.d = 1\n',
    removed: "a = 1\nmcp_servers.c.d = 1\n",
  },
  {
    name: "dotted keys in an inline table",
    before: "mcp_servers = { lw.url = 'x', b = 1, lw.old = 2 }",
    updated:
      'mcp_servers = { lw.url = "http://h/mcp", b = 1, lw.http_headers = { Authorization = "Bearer k" } }',
    removed: "mcp_servers = { b = 1 }",
  },
  {
    name: "a table without a header above one with a header",
    before: '[mcp_servers.lw.http_headers]\nAuthorization = "Bearer k"\n',
    updated:
      '[mcp_servers.lw.http_headers]\nAuthorization = "Bearer k"\n\n[mcp_servers.lw]\nurl = "http://h/mcp"\n',
    removed: "",
  },
];

const VALUES: readonly Addition[] = [
  {
    name: "a value in a table without values",
    before: "  [mcp_servers]\n[a]\n",
    after: '  [mcp_servers]\n  lw = "v"\n[a]\n',
  },
  {
    name: "a value in a table at the end",
    before: "[mcp_servers]",
    after: '[mcp_servers]\nlw = "v"',
  },
  {
    name: "a value after others in its table",
    before: "[mcp_servers]\n  b = 1 # b\n\n[a]\n",
    after: '[mcp_servers]\n  b = 1 # b\n  lw = "v"\n\n[a]\n',
  },
];

const TOP_VALUES: readonly Addition[] = [
  { name: "a value in an empty file", before: "", after: 'lw = "v"\n' },
  { name: "a value after comments", before: "# none\n", after: '# none\nlw = "v"\n' },
  {
    name: "a value above the first table",
    before: "# all\n[a]\nb = 1\n[c]\n",
    after: '# all\nlw = "v"\n[a]\nb = 1\n[c]\n',
  },
  {
    name: "a value after others, above the tables",
    before: "a = 1\n\nb = 2 # b\n\n[c]\nd = 3\n",
    after: 'a = 1\n\nb = 2 # b\nlw = "v"\n\n[c]\nd = 3\n',
  },
];

testAdditions(FORMATS.toml, ADDITIONS, { place, entry });
testAdditions(FORMATS.toml, VALUES, { place, entry: "v" });
testAdditions(FORMATS.toml, TOP_VALUES, { place: { ...place, container: [] }, entry: "v" });
testChanges(FORMATS.toml, CHANGES, { place, entry });
testChanges(FORMATS.toml, [
  {
    name: "a table of a list, with its subtable",
    before: `[[mcp_servers]]
name = "b"

[[mcp_servers]]
name = "lw"
url = "x"
[mcp_servers.headers]
a = "b"

[[mcp_servers]]
name = "c"
`,
    updated: `[[mcp_servers]]
name = "b"

[[mcp_servers]]
name = "lw"
url = "http://h/mcp"

[[mcp_servers]]
name = "c"
`,
    removed: `[[mcp_servers]]
name = "b"

[[mcp_servers]]
name = "c"
`,
  },
  {
    name: "an item of an array",
    before: 'mcp_servers = [{ name = "lw" }, { name = "b" }]\n',
    updated: 'mcp_servers = [{ name = "lw", url = "http://h/mcp" }, { name = "b" }]\n',
    removed: 'mcp_servers = [{ name = "b" }]\n',
  },
], { place: list, entry: item });

testRefusals(FORMATS.toml, [
  ["a = ", "1:5", "unspecified values are invalid"],
  ["a = 1\na = 2", "2:1", "defining a key multiple times is invalid"],
  ["[mcp_servers]\n[mcp_servers]", "2:2", "defining a key multiple times is invalid"],
  ["a = 1\rb = 2", "1:6", "a carriage return without a line feed"],
  ["\ra = 1", "1:1", "a carriage return without a line feed"],
  ["a = 1\nmcp_servers = 1", "2:1", '"mcp_servers" should be a table, not a number'],
  ["mcp_servers = []", "1:1", '"mcp_servers" should be a table, not an array'],
  ["[[mcp_servers]]", "1:1", '"mcp_servers" should be a table, not an array'],
  ["a.".repeat(300) + "b = 1", "1:1", "nested too deeply"],
  ["a = " + "[".repeat(300) + "]".repeat(300), "1:206", "nested too deeply"],
  ["a = " + "{ b = ".repeat(300) + "1" + " }".repeat(300), "1:1211", "nested too deeply"],
  ["a = " + "[".repeat(100_000) + "]".repeat(100_000), "1:1", "nested too deeply"],
], place);
testRefusals(FORMATS.toml, [
  ["[mcp_servers.lw]\n", "1:1", '"mcp_servers" should be an array, not a table'],
  [
    '[[mcp_servers]]\nname = "lw"\n[[mcp_servers]]\nname = "lw"\n',
    "3:1",
    '"lw" occurs twice in the list',
  ],
], list);

Deno.test("FORMATS.toml refuses keys deeper than the limit", () => {
  for (const header of ["a" + ".a".repeat(199), "mcp_servers.lw" + ".a".repeat(198)]) {
    equal(FORMATS.toml.read(`[${header}]\n`, place).kind, "read", header.slice(0, 20));
    equal(FORMATS.toml.read(`[${header}.a]\n`, place).kind, "broken", header.slice(0, 20));
  }
});

Deno.test("missing() returns the white space of an empty list, unless the list has a comment", () => {
  for (
    const [text, filler] of [
      ["mcp_servers = [ ]\n", " "],
      ["mcp_servers = [\n]\n", "\n"],
      ["mcp_servers = [ # none yet\n]\n", undefined],
    ] as const
  ) {
    deepEqual(
      FORMATS.toml.missing(text, list),
      filler === undefined ? { keys: 0 } : { keys: 0, filler },
    );
  }
});

Deno.test("FORMATS.toml reads dates and large integers as written", () => {
  const text = "[mcp_servers.lw]\nsince = 1979-05-27\nbig = 99999999999999999\n";
  const reading = FORMATS.toml.read(text, place);
  equal(
    JSON.stringify(reading),
    '{"kind":"read","entry":{"since":"1979-05-27","big":"99999999999999999"}}',
  );
});

Deno.test("FORMATS.toml edits a file with nan", () => {
  const before = "limit = nan\n\n[mcp_servers.a]\nb = 1\n";
  const after = FORMATS.toml.set(before, place, { url: "u" });
  equal(after.startsWith(before), true);
  equal(FORMATS.toml.remove(after, place, FORMATS.toml.missing(before, place)), before);
});
