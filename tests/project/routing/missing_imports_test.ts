import { deepEqual } from "node:assert/strict";
import { type ProjectPath, projectPath } from "../../../core/project_path.ts";
import { layoutOf } from "../../../project/layout/layout_of.ts";
import { missingImports, missingMocks } from "../../../project/routing/missing_imports.ts";

const CASES: readonly (readonly [title: string, code: string, lines: readonly number[]])[] = [
  ["an import", "from typing import Any\n\nx: Any = 1\n", []],
  ["an import of several names", "from flask import Blueprint, jsonify\n\njsonify(1)\n", []],
  ["an import in lines", "from flask import (\n    jsonify,\n)\n\njsonify(1)\n", []],
  ["an import of everything", "from flask import *\n\njsonify(1)\n", []],
  ["an import in a function", "def f():\n    from flask import jsonify\n    jsonify(1)\n", []],
  ["an import under another name", "import typing as Any\n\nx: Any = 1\n", []],
  ["no import", "import flask\n\nx: Any = flask.jsonify(json_body())\n", [3, 3]],
  ["no import, but an annotated parameter", "def f(self, data: Any) -> Any: ...\n", [1]],
  ["annotations that are not evaluated", "from __future__ import annotations\nx: Any = 1\n", []],
  ["attributes, strings and comments", 'x = a.Any\ny = "Any"  # Any\n', []],
  ["code that does not parse", "def (\n\nx = jsonify(1)\n", []],
  ["a function of the name", "def json_body(): ...\n\njson_body()\n", []],
  ["a parameter of the name", "def f(a, json_body):\n    json_body()\n", []],
  ["a variable of the name", "url_for = app.url_for\nurl_for(1)\n", []],
  ["one of several variables", "jsonify, *rest = load()\njsonify(1)\n", []],
  ["a variable in brackets", "[(a, jsonify), b] = load()\njsonify(1)\n", []],
  ["one of several variables of a loop", "for key, url_for in pairs:\n    url_for(1)\n", []],
  ["a variable of a comprehension", "x = [url_for(key) for key, url_for in pairs]\n", []],
  ["one of several variables of 'with'", "with a() as (b, jsonify):\n    jsonify(1)\n", []],
  ["a variable behind a colon", "if x: jsonify = a\nelse: jsonify = b\njsonify(1)\n", []],
  ["an import behind a colon", "try: from a import b, jsonify\nexcept E: pass\njsonify(1)\n", []],
  ["a pattern", "match a:\n    case [b, jsonify]:\n        jsonify(1)\n", []],
  ["no import, but a keyword argument", "f(jsonify, key=1)\n", [1]],
  ["no import, but an annotated variable", "x: list[Any] = 1\n", [1]],
  ["no import in a loop", "for a in b:\n    jsonify(a)\n", [2]],
];

for (const [title, code, lines] of CASES) {
  Deno.test(`missingImports() reads ${title}`, () => {
    deepEqual(missingImports(code).map(({ line }) => line), lines);
  });
}

const APP = "def create_app(): ...\n";
const API = { "api/__init__.py": APP };
const SHOP = { "src/shop/__init__.py": APP, "src/shop/routes/__init__.py": "" };
const IMPORT = "\nfrom api.mocks import load_mock\n";

/** Modules, files of their projects, and the lines that import mocks that are not there. */
const MOCKS: readonly (readonly [
  title: string,
  code: string,
  files: Readonly<Record<string, string>>,
  lines: readonly number[],
])[] = [
  ["no package", IMPORT, API, [2]],
  ["no package of a moved app", IMPORT.replace("api", "shop"), SHOP, [2]],
  ["the package", IMPORT, { ...API, "api/mocks/__init__.py": "" }, []],
  ["a module instead of the package", IMPORT, { ...API, "api/mocks.py": "" }, []],
  ["another project", IMPORT, { "app.py": "" }, []],
  ["another package", IMPORT.replace("api", "tools"), API, []],
  ["an import in a branch", IMPORT.replace("\nfrom", "try:\n    from"), API, []],
];

for (const [title, code, files, lines] of MOCKS) {
  Deno.test(`missingMocks() reads ${title}`, () => {
    const snapshot: ReadonlyMap<ProjectPath, string> = new Map(
      Object.entries(files).map(([path, text]) => [projectPath(path), text]),
    );
    const found = missingMocks(code, snapshot, layoutOf(snapshot));
    deepEqual(found.map(({ line }) => line), lines);
  });
}
