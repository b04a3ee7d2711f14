import { deepEqual } from "node:assert/strict";
import { importedNames, type MemberName, MemberNames } from "../../python/member_name.ts";
import { readPython } from "../../python/python_module.ts";

const MEMBERS = [
  { module: "api.models.formats", name: "text_format" },
  { module: "api.list_parameters", name: "listed" },
  { module: "typing", name: "Any" },
  { module: "typing", name: "Literal" },
];

/** Import statements, and the names for members that they give. */
const CASES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["from api.models.formats import text_format", { text_format: "text_format" }],
  ["from .formats import text_format", { text_format: "text_format" }],
  ["from shop.app.models.formats import text_format as text_format_", {
    text_format_: "text_format",
  }],
  ["from api.models import formats", { "formats.text_format": "text_format" }],
  ["from . import formats as f", { "f.text_format": "text_format" }],
  ["import api.models.formats", { "api.models.formats.text_format": "text_format" }],
  ["import api.models.formats as f", { "f.text_format": "text_format" }],
  ["from api.list_parameters import *", { listed: "listed" }],
  ["from typing import Any as Anything, Literal", { Anything: "Any", Literal: "Literal" }],
  ["from typing_extensions import Literal", { Literal: "Literal" }],
  ["import typing as t", { "t.Any": "Any", "t.Literal": "Literal" }],
  ["if True:\n    from typing import Any", { Any: "Any" }],
  ["from api.formatting import text_format", {}],
  ["from api.formats.more import text_format", {}],
  ["from api.models.formats import is_date", {}],
  ["def text_format(): ...", {}],
  ["listed = 'api.list_parameters'", {}],
];

Deno.test("importedNames() lists the names that a module has for members of others", () => {
  for (const [statement, expected] of CASES) {
    const names = importedNames(readPython(`${statement}\n`), MEMBERS);
    const found = [...names].map(([name, member]) => [name, member.name]);
    deepEqual(Object.fromEntries(found), expected, statement);
  }
});

/** Modules, and the names by which they refer to the module `re`. */
const MODULES: readonly (readonly [string, MemberName])[] = [
  ["", { name: "re", isBound: false }],
  ["import re", { name: "re", isBound: true }],
  ["import re as r", { name: "r", isBound: true }],
  ["re = 1", { name: "re_", isBound: false }],
  ["from re import match", { name: "re", isBound: false }],
];

Deno.test("MemberNames finds the name of a whole module", () => {
  for (const [source, expected] of MODULES) {
    const names = new MemberNames(readPython(`${source}\n`));
    deepEqual(names.find("re", "re", { isModule: true }), expected, source);
    if (!expected.isBound) names.add("re", "re", expected.name, { isModule: true });
    deepEqual(names.find("re", "re", { isModule: true }).isBound, true);
  }
});
