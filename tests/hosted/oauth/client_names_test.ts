/** Names of apps, which must not look like a part of the server. */

import { equal, match, notEqual } from "node:assert/strict";
import { clientNameProblem, shownClientName } from "../../../hosted/oauth/client_names.ts";
import { SETUP_CLIENT_ID } from "../../../hosted/oauth/scopes.ts";

/** Names that people would take for Layerwright's. */
const RESERVED: Readonly<Record<string, string>> = {
  "the name itself": "Layerwright setup",
  "other case": "LAYERWRIGHT",
  "words around it": "The official Layerwright dashboard",
  "spaces between the letters": "L a y e r w r i g h t",
  "signs between the letters": "Layer-wright_setup",
  "a space that does not break": "Layer\u00a0wright",
  "an invisible character": "Layer\u200bwright",
  "a soft hyphen": "Layer\u00adwright",
  "a filler that shows nothing": "Layer\u3164wright",
  "Cyrillic letters": "L\u0430\u0443\u0435rwr\u0456ght",
  "Cherokee letters": "\u13dea\u13a9erwright",
  "Armenian letters": "Layer\u0561right",
  "letters of full width": "\uff2c\uff41\uff59\uff45\uff52wright",
  "mathematical letters": "\u{1d40b}ayerwright",
  "small capitals": "\u029f\u1d00\u028f\u1d07\u0280\u1d21\u0280\u026a\u0262\u029c\u1d1b",
  "accents": "L\u00e1y\u00e9rwr\u00edght",
  "accents apart": "La\u0301yerwright",
  "a capital I for l": "Iayerwright setup",
  "a 1 for l": "1ayerwright",
  "a small l for I": "LAYERWRlGHT",
  "a bar for l": "|ayerwright",
  "two letters for w": "Layervvright",
  "two letters and a sign for w": "Layerv-vright",
  "all letters Cherokee": "ᏞᎪᎩᎬᎡᎳᎡᏆᏀᎻᎢ",
  "letters in black circles": "🅛🅐🅨🅔🅡🅦🅡🅘🅖🅗🅣",
  "letters in black squares": "🅻🅰🆈🅴🆁🆆🆁🅸🅶🅷🆃",
  "letters in circles": "Ⓛⓐⓨⓔⓡⓦⓡⓘⓖⓗⓣ",
  "letters of flags": "🇱🇦🇾🇪🇷🇼🇷🇮🇬🇭🇹",
  "Greek letters": "Lαyεrwrιght",
  "a Greek letter that stands alone": "L α y ε r w r ι g h t",
  "an Armenian letter": "Լayerwright",
  "a Han character": "Layerwr工ght",
  "phonetic letters": "ɭɑɣɘɹʍɹɨɠɦʇ",
  "signs for letters": "L@yerwr!ght",
  "digits for letters": "L4y3rwright",
  "an emoji for a letter": "Layerwr🕯ght",
  "signs for currencies": "La¥€rwright",
};

for (const [what, name] of Object.entries(RESERVED)) {
  Deno.test(`an app cannot be named like Layerwright with ${what}`, () => {
    notEqual(clientNameProblem(name), null);
    // Earlier registrations and metadata documents may still have such names.
    equal(shownClientName("https://evil.example/client.json", name), "evil.example");
    equal(shownClientName("abc", name), "abc");
    equal(shownClientName(SETUP_CLIENT_ID, undefined), "Layerwright setup");
  });
}

for (
  const [what, name] of [
    ["Latin and Greek", "Wright’s εditor"],
    ["Latin and Cyrillic", "Cоdex"],
    ["Latin and Armenian", "Սlack"],
    ["Latin and Cherokee", "Ꮯodex"],
    ["Thai, Hebrew and Cyrillic", "ɭคץєгฬгเﻮђՇ"],
    ["Han and Cyrillic", "工д"],
    ["Devanagari and Cyrillic", `\u0939${"\u093f".repeat(90)}д`],
  ] as const
) {
  Deno.test(`an app cannot have a name with a word of ${what} letters`, () => {
    match(clientNameProblem(name) ?? "", /mix scripts/);
    equal(shownClientName("https://app.example/client.json", name), "app.example");
  });
}

Deno.test("apps without names are distinguishable", () => {
  for (const id of ["foo:bar", "foo:baz", "abc", "mailto:a@b", "urn:app:1"]) {
    for (const name of [undefined, "", " ", "Layerwright"]) equal(shownClientName(id, name), id);
  }
});

for (const name of ["\u3164", " ", "\u200b\ufe0f", "\u2800", "\u0301"]) {
  Deno.test(`an app cannot have the invisible name ${JSON.stringify(name)}`, () => {
    notEqual(clientNameProblem(name), null);
    equal(shownClientName("https://app.example/client.json", name), "app.example");
  });
}

for (
  const [what, name] of [
    ["more than 100 characters", "x".repeat(101)],
    ["more than 100 characters of two code units", "🙂".repeat(101)],
    ["a line break", "An\nApp"],
    ["a tab", "An\tApp"],
    ["a character that turns text round", "App \u202egpj.exe"],
    ["a lone surrogate", "App \ud800"],
  ] as const
) {
  Deno.test(`an app cannot have a name with ${what}`, () => {
    equal(clientNameProblem(name), "must have at most 100 printable characters");
  });
}

for (
  const name of [
    "",
    "Codex",
    "Claude Code (laptop)",
    "Setup",
    "Layer 7 Wright Brothers' IDE",
    "Wright",
    "Playwright",
    "12345 Wright",
    "🎭🎭🎭🎭🎭 Wright",
    "Layer of wrights",
    "Редактор",
    "Редактор Acme",
    "ИИ-агент для VS Code",
    "Επεξεργαστής",
    "Επεξεργαστής Acme 🇬🇷",
    "エディタ for teams",
    "iPhoneアプリの開発ツール",
    "コードエディター・プロ",
    "代码助手",
    "AI程式設計助手",
    "한국어 AI편집기",
    "محرر",
    "محرر الأكواد Acme",
    "עורך",
    "हिन्दी संपादक AI",
    "โปรแกรมแก้ไขAI",
    "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ",
    "Éditeur à Łódź",
    "Trình soạn thảo",
    "µTorrent",
    "🙂",
    "Agent 🤖❤️🇩🇪🇫🇷🇬🇧🇮🇹🇪🇸🇳🇱",
    "x".repeat(100),
    "🙂".repeat(50),
  ]
) {
  Deno.test(`an app can be named '${name}'`, () => {
    equal(clientNameProblem(name), null);
    equal(shownClientName("https://app.example/c", name), name === "" ? "app.example" : name);
  });
}
