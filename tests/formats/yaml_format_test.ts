import { equal } from "node:assert/strict";
import type { EntryPlace } from "../../formats/config_format.ts";
import { FORMATS } from "../../formats/formats.ts";
import { type Addition, type Change, testAdditions, testChanges, testRefusals } from "./cases.ts";

const place: EntryPlace = { container: ["mcpServers"], kind: "map", name: "lw" };
const list: EntryPlace = { container: ["mcpServers"], kind: "list", name: "lw" };
const entry = { url: "http://h/mcp", headers: { Authorization: "Bearer k" } };
const item = { name: "lw", ...entry };

const MAPS: readonly Addition[] = [
  {
    name: "an empty file",
    before: "",
    after: `mcpServers:
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"
`,
  },
  {
    name: "a file of comments, without a final newline",
    before: "# nothing yet",
    after: `# nothing yet
mcpServers:
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"`,
  },
  {
    name: "a document with marks and nothing else",
    before: "---\n# none\n...\n",
    after: `---
# none
mcpServers:
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"
...
`,
  },
  {
    name: "at the end, indented by four, with CRLF and a byte order mark",
    before: "\ufeffa:\r\n    b: 1\r\n# end\r\n",
    after:
      '\ufeffa:\r\n    b: 1\r\n# end\r\nmcpServers:\r\n    lw:\r\n        url: "http://h/mcp"\r\n' +
      '        headers:\r\n            Authorization: "Bearer k"\r\n',
  },
  {
    name: "a container in the middle, with comments in it and below",
    before: `mcpServers: # all
  # first
  b:
    url: x # of b
    # url: y

  # c: {}

# about d
d: &anchor !!str "1"
e: *anchor
`,
    after: `mcpServers: # all
  # first
  b:
    url: x # of b
    # url: y

  # c: {}
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"

# about d
d: &anchor !!str "1"
e: *anchor
`,
  },
  {
    name: "a container without a value, and with a comment",
    before: "mcpServers: # none\n  # b: {}\nd: 1",
    after: `mcpServers: # none
  # b: {}
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"
d: 1`,
  },
  {
    name: "an empty map is replaced by lines",
    before: "mcpServers:  {} # none\n",
    after: `mcpServers: # none
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"
`,
  },
  {
    name: "null is replaced by lines",
    before: "a: 1\nmcpServers: null",
    after: `a: 1
mcpServers:
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"`,
  },
  {
    name: "after a block scalar that keeps its blank lines",
    before: "a: |+\n  text\n\n\n",
    after: `a: |+
  text


mcpServers:
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"
`,
  },
  {
    name: "missing outer containers",
    before: "a:\n  b: 1\n",
    place: { container: ["a", "c.d", "é"], kind: "map", name: "yes" },
    entry: { on: "off", n: "1", t: true, list: ["a", { b: [] }], m: {}, s: "a: b # c", e: "" },
    after: `a:
  b: 1
  c.d:
    "é":
      "yes":
        "on": "off"
        "n": "1"
        t: true
        list:
          - a
          - b: []
        m: {}
        s: "a: b # c"
        e: ""
`,
  },
  {
    name: "braces",
    before: "{mcpServers: {b: {url: x}}, c: 1}\n",
    after:
      '{mcpServers: {b: {url: x}, lw: {url: "http://h/mcp", headers: {Authorization: "Bearer k"}}}, c: 1}\n',
  },
  {
    name: "braces as in JSON, with a comment and a trailing comma",
    before: '{\n  "mcpServers": {\n    "b": {"url": "x"}, # b\n  }\n}\n',
    after: `{
  "mcpServers": {
    "b": {"url": "x"}, # b
    "lw": {"url": "http://h/mcp", "headers": {"Authorization": "Bearer k"}},
  }
}
`,
  },
];

const LISTS: readonly Addition[] = [
  {
    name: "a missing list",
    before: "name: Main\n",
    after: `name: Main
mcpServers:
  - name: lw
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"
`,
  },
  {
    name: "an empty list is replaced by lines",
    before: "mcpServers: []\nmodels:\n- a\n",
    after: `mcpServers:
- name: lw
  url: "http://h/mcp"
  headers:
    Authorization: "Bearer k"
models:
- a
`,
  },
  {
    name: "a list that is not indented",
    before: "mcpServers:\n- name: b\n  url: x\n# about c\nc: 1\n",
    after: `mcpServers:
- name: b
  url: x
- name: lw
  url: "http://h/mcp"
  headers:
    Authorization: "Bearer k"
# about c
c: 1
`,
  },
  {
    name: "a list that is indented by four",
    before: "mcpServers:\n    - name: b\n      url: x\n    # end\nc: 1\n",
    after: `mcpServers:
    - name: b
      url: x
    # end
    - name: lw
      url: "http://h/mcp"
      headers:
        Authorization: "Bearer k"
c: 1
`,
  },
  {
    name: "a list in brackets",
    before: "mcpServers: [ {name: b}, ] # all\n",
    after:
      'mcpServers: [ {name: b}, { name: lw, url: "http://h/mcp", headers: { Authorization: "Bearer k" } }, ] # all\n',
  },
];

const CHANGES: readonly Change[] = [
  {
    name: "comments in the entry and beside it",
    before: `mcpServers:
  a: 1 # a
  # about lw
  lw: # ours
    # the address
    url: 'http://old/mcp' # moved
    old: [1]
    headers: { Authorization: "Bearer k" } # key
    # of lw
  # about b
  b: 2
`,
    updated: `mcpServers:
  a: 1 # a
  # about lw
  lw: # ours
    # the address
    url: "http://h/mcp" # moved
    headers: { Authorization: "Bearer k" } # key
    # of lw
  # about b
  b: 2
`,
    removed: `mcpServers:
  a: 1 # a
  # about lw
  # about b
  b: 2
`,
  },
  {
    name: "the only entry",
    before: "mcpServers: # all\n  lw: x\nb: 1\n",
    updated: `mcpServers: # all
  lw:
    url: "http://h/mcp"
    headers:
      Authorization: "Bearer k"
b: 1
`,
    removed: "mcpServers: {} # all\nb: 1\n",
  },
  {
    name: "the first entry in braces",
    before: "mcpServers: {lw: {url: x}, b: 1}\n",
    updated:
      'mcpServers: {lw: {url: "http://h/mcp", headers: {Authorization: "Bearer k"}}, b: 1}\n',
    removed: "mcpServers: {b: 1}\n",
  },
];

testAdditions(FORMATS.yaml, MAPS, { place, entry });
testAdditions(FORMATS.yaml, LISTS, { place: list, entry: item });
testChanges(FORMATS.yaml, CHANGES, { place, entry });
testChanges(FORMATS.yaml, [
  {
    name: "an item of a list",
    before: `mcpServers:
  - name: a
  -   old: 1
      name: lw
      url: |
        http://old/mcp
  - name: b`,
    updated: `mcpServers:
  - name: a
  -   name: lw
      url: "http://h/mcp"
      headers:
        Authorization: "Bearer k"
  - name: b`,
    removed: `mcpServers:
  - name: a
  - name: b`,
  },
], { place: list, entry: item });

testRefusals(FORMATS.yaml, [
  [
    "a: [",
    "1:5",
    "flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
  ["a: 1\na: 2", "2:1", "map keys must be unique"],
  ["a:\n\tb: 1", "2:1", "tabs are not allowed as indentation"],
  ["a: 1\n---\nb: 2\n", "2:1", "a second document starts here, but only one can be edited"],
  ["a: 1\rb: 2", "1:5", "a carriage return without a line feed"],
  ["a: 1\n\ufeffb: 2\n", "2:1", "a byte order mark within the file"],
  ["a: { b: 1,\ufeff# c\n }\n", "1:11", "a byte order mark within the file"],
  ["%YAML 1.2\n", "1:1", "a directive must be followed by a line of ---"],
  ["a: 'b''", "1:4", "the string does not end"],
  ["? a\n: b\n", "1:1", "the line should start with a key"],
  ["- a\n", "1:1", "the file should be a map, not a list"],
  ["a", "1:1", "the file should be a map, not a string"],
  ["null", "1:1", "this should be a map or a list"],
  ["mcpServers: 1", "1:13", '"mcpServers" should be a map, not a number'],
  ["mcpServers:\n  - a", "2:3", '"mcpServers" should be a map, not a list'],
  ["mcpServers: *a", "1:13", '"mcpServers" should be a map, not another value'],
  ["{mcpServers: ~}", "1:14", "this should be a map or a list"],
  ["mcpServers: &a\n  b: 1\nc: *a", "2:3", "other parts of the file refer to the anchor &a"],
  [
    "mcpServers:\n  lw:\n    u: &a 1\nc: *a",
    "3:11",
    "other parts of the file refer to the anchor &a",
  ],
  ["mcpServers: { lw: { : 1 } }", "1:20", "this key should be a string"],
  ["mcpServers: { a:, { b: 1 } }", "1:19", "this key should be a string"],
  ["mcpServers:\n  lw:\n    80: 1\n", "3:5", "this key should be a string"],
  ["- ".repeat(300) + "a", "1:403", "nested too deeply"],
], place);
testRefusals(FORMATS.yaml, [
  ["mcpServers: {}", "1:13", '"mcpServers" should be a list, not a map'],
  ["mcpServers:\n- name: lw\n- name: lw\n", "3:3", '"lw" occurs twice in the list'],
  ["mcpServers: [name: lw]", "1:14", "this needs braces"],
], list);

Deno.test("FORMATS.yaml edits a file with .nan", () => {
  const before = "limit: .nan\nmcpServers:\n  a:\n    b: 1\n";
  const after = FORMATS.yaml.set(before, place, { url: "u" });
  equal(after.startsWith(before), true);
  equal(FORMATS.yaml.remove(after, place, FORMATS.yaml.missing(before, place)), before);
});
