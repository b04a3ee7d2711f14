import { equal, throws } from "node:assert/strict";
import type { EntryPlace } from "../../formats/config_format.ts";
import { FORMATS } from "../../formats/formats.ts";
import { type Addition, type Change, testAdditions, testChanges, testRefusals } from "./cases.ts";

const place: EntryPlace = { container: ["mcpServers"], kind: "map", name: "lw" };
const list: EntryPlace = { container: ["experimental", "servers"], kind: "list", name: "lw" };
const entry = { url: "http://h/mcp", headers: { Authorization: "Bearer k" } };

const EITHER: readonly Addition[] = [
  {
    name: "colons on their own lines are not a style to copy",
    before: '{"mcpServers"\n:\n{"a"\n:\n{}}}',
    after:
      '{"mcpServers"\n:\n{"a"\n:\n{}, "lw": {"url": "http://h/mcp", "headers": {"Authorization": "Bearer k"}}}}',
  },
  {
    name: "an empty file",
    before: "",
    after: `{
  "mcpServers": {
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    }
  }
}
`,
  },
  {
    name: "a file of blank lines",
    before: "\n  \n",
    after: `
  \n{
  "mcpServers": {
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    }
  }
}
`,
  },
  {
    name: "an empty object without a final newline",
    before: "{}",
    after: `{
  "mcpServers": {
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    }
  }
}`,
  },
  {
    name: "an object with only a line break",
    before: `{
  "mcpServers": {
  }
}
`,
    after: `{
  "mcpServers": {
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    }
  }
}
`,
  },
  {
    name: "tabs, and a container after other keys",
    before: `{
\t"theme": "dark",
\t"mcpServers": {}
}
`,
    after: `{
\t"theme": "dark",
\t"mcpServers": {
\t\t"lw": {
\t\t\t"url": "http://h/mcp",
\t\t\t"headers": {
\t\t\t\t"Authorization": "Bearer k"
\t\t\t}
\t\t}
\t}
}
`,
  },
  {
    name: "CRLF and a byte order mark",
    before: '\ufeff{\r\n    "a": 1\r\n}\r\n',
    after: '\ufeff{\r\n    "a": 1,\r\n    "mcpServers": {\r\n        "lw": {\r\n' +
      '            "url": "http://h/mcp",\r\n            "headers": {\r\n' +
      '                "Authorization": "Bearer k"\r\n            }\r\n        }\r\n    }\r\n}\r\n',
  },
  {
    name: "mixed line ends",
    before: '{\n  "a": 1,\n  "mcpServers": {\r\n    "b": {}\r\n  }\n}\n',
    after: '{\n  "a": 1,\n  "mcpServers": {\r\n    "b": {},\r\n    "lw": {\r\n' +
      '      "url": "http://h/mcp",\r\n      "headers": {\r\n' +
      '        "Authorization": "Bearer k"\r\n      }\r\n    }\r\n  }\n}\n',
  },
  {
    name: "a file on one line, without spaces",
    before: '{"a":1,"mcpServers":{"b":{"url":"x"}}}',
    after: '{"a":1,"mcpServers":{"b":{"url":"x"},' +
      '"lw":{"url":"http://h/mcp","headers":{"Authorization":"Bearer k"}}}}',
  },
  {
    name: "a file on one line, with spaces",
    before: '{ "mcpServers": {} }\n',
    after:
      '{ "mcpServers": { "lw": { "url": "http://h/mcp", "headers": { "Authorization": "Bearer k" } } } }\n',
  },
  {
    name: "siblings on one line each",
    before: `{
  "mcpServers": {
    "b": { "url": "x" }
  }
}
`,
    after: `{
  "mcpServers": {
    "b": { "url": "x" },
    "lw": { "url": "http://h/mcp", "headers": { "Authorization": "Bearer k" } }
  }
}
`,
  },
  {
    name: "an existing outer container",
    before: '{\n  "projects": {\n    "/x.y": {}\n  }\n}\n',
    place: { container: ["projects", "/x.y", "servers"], kind: "map", name: 'q"ü' },
    entry: { args: ["a", "b"], n: 1, on: true, none: [], maps: [{ a: {} }] },
    after: `{
  "projects": {
    "/x.y": {
      "servers": {
        "q\\"ü": {
          "args": ["a", "b"],
          "n": 1,
          "on": true,
          "none": [],
          "maps": [
            {
              "a": {}
            }
          ]
        }
      }
    }
  }
}
`,
  },
  {
    name: "a missing list",
    before: "{}\n",
    place: list,
    entry: { name: "lw", url: "u" },
    after: `{
  "experimental": {
    "servers": [
      {
        "name": "lw",
        "url": "u"
      }
    ]
  }
}
`,
  },
  {
    name: "a list with others",
    before:
      '{\n  "experimental": {\n    "servers": [\n      {\n        "name": "b"\n      }\n    ]\n  }\n}\n',
    place: list,
    entry: { name: "lw", url: "u" },
    after: `{
  "experimental": {
    "servers": [
      {
        "name": "b"
      },
      {
        "name": "lw",
        "url": "u"
      }
    ]
  }
}
`,
  },
];

const LENIENT: readonly Addition[] = [
  {
    name: "trailing commas, and comments everywhere",
    before: `// servers
{
  /* all */ "mcpServers": {
    // first
    "b": {
      "url": "x", // of b
    }, // b
    // "c": {},
  }, // end
}
// last
`,
    after: `// servers
{
  /* all */ "mcpServers": {
    // first
    "b": {
      "url": "x", // of b
    }, // b
    // "c": {},
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    },
  }, // end
}
// last
`,
  },
  {
    name: "a comment after the last value",
    before: '{\n  "mcpServers": {\n    "b": 1 // b\n  }\n}\n',
    after: `{
  "mcpServers": {
    "b": 1, // b
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    }
  }
}
`,
  },
  {
    name: "a file of comments",
    before: "// nothing yet",
    entry: { url: "u" },
    after: `// nothing yet
{
  "mcpServers": {
    "lw": {
      "url": "u"
    }
  }
}`,
  },
  {
    name: "a container of comments",
    before: '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
    entry: { url: "u" },
    after: `{
  "mcpServers": {
    // none yet
    "lw": {
      "url": "u"
    }
  }
}
`,
  },
  {
    name: "a container with a comment on one line",
    before: '{ "mcpServers": { /* none */ } }',
    entry: { url: "u" },
    after: '{ "mcpServers": { /* none */ "lw": { "url": "u" } } }',
  },
];

const CHANGES: readonly Change[] = [
  {
    name: "unchanged values stay as written",
    before: `{
  "mcpServers": {
    "lw": {"headers" : {"Authorization": "Bearer old"}, "old": [1], "url": "http://h/mcp"},
    "b": {}
  }
}`,
    updated: `{
  "mcpServers": {
    "lw": {"headers" : {"Authorization": "Bearer k"}, "url": "http://h/mcp"},
    "b": {}
  }
}`,
    removed: `{
  "mcpServers": {
    "b": {}
  }
}`,
  },
  {
    name: "the first entry on a line",
    before: '{"mcpServers": {"lw": 1, "b": 2}}',
    updated:
      '{"mcpServers": {"lw": {"url": "http://h/mcp", "headers": {"Authorization": "Bearer k"}}, "b": 2}}',
    removed: '{"mcpServers": {"b": 2}}',
  },
  {
    name: "the only entry",
    before: '{\n  "mcpServers": {\n    "lw": {}\n  }\n}',
    updated: `{
  "mcpServers": {
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    }
  }
}`,
    removed: '{\n  "mcpServers": {}\n}',
  },
];

const COMMENTED: readonly Change[] = [
  {
    name: "comments in the entry and beside it",
    before: `{
  "mcpServers": {
    "a": 1, // a
    // about lw
    "lw": { // ours
      // the address
      "url": "http://old/mcp", // moved
      "headers": { "Authorization": "Bearer k" }, /* key */
    }, // lw
    // about b
    "b": 2,
  },
}
`,
    updated: `{
  "mcpServers": {
    "a": 1, // a
    // about lw
    "lw": { // ours
      // the address
      "url": "http://h/mcp", // moved
      "headers": { "Authorization": "Bearer k" }, /* key */
    }, // lw
    // about b
    "b": 2,
  },
}
`,
    removed: `{
  "mcpServers": {
    "a": 1, // a
    // about lw
    // about b
    "b": 2,
  },
}
`,
  },
  {
    name: "the last entry, without a trailing comma",
    before: '{\n  "mcpServers": {\n    "a": 1, // a\n    "lw": "x" // lw\n  }\n}\n',
    updated: `{
  "mcpServers": {
    "a": 1, // a
    "lw": {
      "url": "http://h/mcp",
      "headers": {
        "Authorization": "Bearer k"
      }
    } // lw
  }
}
`,
    removed: '{\n  "mcpServers": {\n    "a": 1 // a\n  }\n}\n',
  },
];

for (const format of [FORMATS.json, FORMATS.jsonc]) {
  testAdditions(format, EITHER, { place, entry });
  testChanges(format, CHANGES, { place, entry });
  testRefusals(format, [
    ["{", "1:2", "a closing brace is missing here"],
    ['{\n  "a" 1\n}', "2:7", "a colon is missing here"],
    ['{\r\n  "a": 1\r\n  "b": 2\r\n}', "3:3", "a comma is missing here"],
    ['{\r  "a": tru\r}', "2:8", "this is not a JSON value"],
    ['{"a": "x\n"}', "1:7", "the string does not end"],
    ["{} {}", "1:4", "the file should end here"],
    ["[]", "1:1", "the file should be an object, not an array"],
    ["null", "1:1", "the file should be an object, not null"],
    ['{"mcpServers": []}', "1:16", '"mcpServers" should be an object, not an array'],
    ['{"mcpServers": null}', "1:16", '"mcpServers" should be an object, not null'],
    ['{"mcpServers": {}, "a": 1, "mcpServers": {}}', "1:28", 'the key "mcpServers" occurs twice'],
    ['{"mcpServers": {\n"lw": 1,\n"lw": 2}}', "3:1", 'the key "lw" occurs twice'],
    ['{"mcpServers": {"lw": {"url": 1, "url": 2}}}', "1:34", 'the key "url" occurs twice'],
    ["[".repeat(100_000), "1:1", "nested too deeply"],
    ['{"a":'.repeat(300) + "1" + "}".repeat(300), "1:1006", "nested too deeply"],
  ], place);
  testRefusals(format, [
    ['{"experimental": 1}', "1:18", '"experimental" should be an object, not a number'],
    ['{"experimental": {"servers": {}}}', "1:30", '"servers" should be an array, not an object'],
    [
      '{"experimental": {"servers": [{"name": "lw"}, 1, {"name": "lw"}]}}',
      "1:50",
      '"lw" occurs twice in the list',
    ],
  ], list);
}

testAdditions(FORMATS.jsonc, LENIENT, { place, entry });
testChanges(FORMATS.jsonc, COMMENTED, { place, entry });
testRefusals(FORMATS.json, [
  ['{\n  // servers\n  "a": 1\n}', "2:3", "comments are not allowed here"],
  ['{"a": 1 /* one */}', "1:9", "comments are not allowed here"],
  ['{\n  "a": [1, 2, ]\n}', "2:13", "a trailing comma is not allowed here"],
  ['{\n  "a": 1,\n}', "2:9", "a trailing comma is not allowed here"],
], place);
testRefusals(FORMATS.jsonc, [
  ["{ /* open }", "1:3", "the comment does not end"],
  ['{"a": 1,,}', "1:9", "a key is missing here"],
], place);

Deno.test("FORMATS.json edits a file of 20,000 entries", () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `    "s${index}": { "url": "x" }`);
  const before = `{\n  "mcpServers": {\n${members.join(",\n")}\n  }\n}\n`;
  const after = FORMATS.json.set(before, place, { url: "u" });
  equal(after, before.replace(/\n {2}\}\n\}\n$/, ',\n    "lw": { "url": "u" }\n  }\n}\n'));
  equal(FORMATS.json.remove(after, place, { keys: 0 }), before);
});

Deno.test("FORMATS.json refuses to write numbers that JSON does not have", () => {
  for (const number of [Infinity, -Infinity, NaN]) {
    throws(
      () => FORMATS.json.set("{}", place, { timeout: number }),
      new TypeError(`Cannot write ${number}: JSON has no such number`),
    );
  }
});
