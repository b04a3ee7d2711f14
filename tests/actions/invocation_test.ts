import { equal } from "node:assert/strict";
import { commandWords, type Invocation } from "../../actions/invocation.ts";

const CASES: readonly (readonly [Invocation, string])[] = [
  [
    { command: "generate api", arguments: { name: "shop", spec: "{}", spec_path: "shop.json" } },
    "generate api shop --json shop.json",
  ],
  [
    { command: "generate api", arguments: { name: "shop", inside: true, spec: { routes: {} } } },
    "generate api --json spec.json",
  ],
  [
    {
      command: "generate api",
      arguments: {
        name: "shop",
        inside: true,
        spec: "{}",
        spec_path: "<stdin>",
        keep: ["GET /a"],
        replace: ["GET /b", "GET /c"],
        restore: ["README.md"],
        keep_edited: true,
        prune: true,
      },
    },
    "generate api --json - --keep 'GET /a' --replace 'GET /b' --replace 'GET /c' --keep-edited " +
    "--prune --restore README.md",
  ],
  [
    { command: "generate route", arguments: { route: "rates", type: "GET" } },
    "generate route rates",
  ],
  [
    { command: "generate route", arguments: { route: "rates", type: "PUT", no_model: true } },
    "generate route rates --type PUT --no-model",
  ],
  [
    {
      command: "generate resource",
      arguments: { route: "parts", example: '{"no": 1}', id_field: "no" },
    },
    `generate resource parts --example '{"no": 1}' --id-field no`,
  ],
  [
    {
      command: "generate resource",
      arguments: { route: "parts", example: "{}", example_path: "my parts.json" },
    },
    "generate resource parts --example 'my parts.json'",
  ],
  [
    {
      command: "generate subroute",
      arguments: { route: "rates", subroute: "day", mock: '{"it": "it\'s"}' },
    },
    `generate subroute rates day --mock '{"it": "it'\\''s"}'`,
  ],
  [
    {
      command: "generate subroute",
      arguments: { route: "rates", subroute: "day", mock: "[1.0]", mock_path: "my day.json" },
    },
    "generate subroute rates day --mock 'my day.json'",
  ],
  [
    { command: "remove route", arguments: { route: "rates", keep_edited: true } },
    "remove route rates --keep-edited",
  ],
  [
    {
      command: "remove subroute",
      arguments: { route: "rates", subroute: "day", type: "POST", force: true },
    },
    "remove subroute rates day --type POST --force",
  ],
  [
    {
      command: "change subroute",
      arguments: { route: "rates", subroute: "day", type: "POST", status: 202, body: "null" },
    },
    "change subroute rates day --type POST --status 202 --body null",
  ],
  [
    { command: "rename route", arguments: { route: "rates", to: "prices" } },
    "rename route rates prices",
  ],
  [
    { command: "rename subroute", arguments: { route: "rates", subroute: "day", to: "daily" } },
    "rename subroute rates day daily",
  ],
  [{ command: "upgrade", arguments: { name: "shop" } }, "upgrade"],
  [
    { command: "adopt", arguments: { name: "shop", spec: "{}", spec_path: "shop.json" } },
    "adopt --spec shop.json",
  ],
];

for (const [invocation, words] of CASES) {
  Deno.test(`commandWords() returns ${words}`, () => equal(commandWords(invocation), words));
}
