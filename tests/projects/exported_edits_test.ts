/** Edits that do not change an application's answers also leave its exported spec as it is. */

import { equal, notEqual } from "node:assert/strict";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { createMemoryWorkspace, exportSpec, generateApi } from "../../mod.ts";
import { specText } from "../commands/code_folder.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

type Files = Readonly<Record<string, string>>;

async function generated(spec: string): Promise<Files> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", spec);
  return Object.fromEntries(workspace.files());
}

async function exported(files: Files): Promise<string> {
  const { data } = await exportSpec(createMemoryWorkspace(files), "demo");
  return `${data?.spec}\n${
    data?.omitted.map(({ what, reason }) => `${what}: ${reason}`).join("\n")
  }`;
}

/** Changes the paths and texts of Python files. */
function edited(
  files: Files,
  edit: (text: string, path: string) => string,
  move = samePath,
): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) =>
      path.endsWith(".py") ? [move(path), edit(text, path)] : [move(path), text]
    ),
  );
}

function samePath(path: string): string {
  return path;
}

const ROUTE_MODULE = /^api\/routes\/\w+_route\.py$/;

const EDITS: Readonly<Record<string, (files: Files) => Files>> = {
  "Windows line ends": (files) => edited(files, (text) => text.replaceAll("\n", "\r\n")),
  "a renamed package": (files) =>
    edited(
      files,
      (text) => text.replace(/\bapi\b/g, "shop"),
      (path) => path.replace(/^api\//, "shop/"),
    ),
  "a src folder": (files) =>
    edited(files, (text) => text, (path) => path.replace(/^api\//, "src/api/")),
  "services in another folder": (files) =>
    edited(
      files,
      (text) => text.replace(/api\.services\.(\w+)_service/g, "api.logic.$1"),
      (path) => path.replace(/^api\/services\/(\w+)_service/, "api/logic/$1"),
    ),
  "relative imports": (files) =>
    edited(
      files,
      (text, path) => ROUTE_MODULE.test(path) ? text.replace(/from api\./g, "from ..") : text,
    ),
  "renamed classes": (files) =>
    edited(files, (text) => text.replace(/\b(\w+)Service\b/g, "$1Logic")),
  "imports by another name": (files) =>
    edited(
      files,
      (text, path) =>
        ROUTE_MODULE.test(path)
          ? text.replace(/import (\w+Service)\n/, "import $1 as Logic\n")
            .replace(/(?<!import )\b\w+Service\b/g, "Logic")
          : text,
    ),
  "renamed methods": (files) =>
    edited(
      files,
      (text) =>
        text.replace(/\bdef (\w+)\(self/g, "def do_$1(self").replace(
          /\bservice\(\)\.(\w+)/g,
          "service().do_$1",
        ),
    ),
  "renamed handlers": (files) =>
    edited(
      files,
      (text, path) =>
        ROUTE_MODULE.test(path) ? text.replace(/^def (?!service\b)(\w+)/gm, "def handle_$1") : text,
    ),
  "one service for all requests": (files) =>
    edited(
      files,
      (text, path) =>
        ROUTE_MODULE.test(path)
          ? text.replace(/^def service\(\) -> \w+:\n {4}return (\w+)\(.*\)$/m, "SERVICE = $1(None)")
            .replaceAll("service()", "SERVICE")
          : text,
    ),
  "async functions": (files) =>
    edited(
      files,
      (text) =>
        text.replace(/^( {4})?def (?!service|__init__)/gm, "$1async def ").replaceAll(
          "service().",
          "await service().",
        ),
    ),
  "decorators": (files) =>
    edited(
      files,
      (text) => text.replace(/^def (?!service\b)/gm, "@login_required(role='reader')\ndef "),
    ),
  "comments and logging": (files) =>
    edited(
      files,
      (text) =>
        text.replace(/^( +)return /gm, '$1# Why?\n$1logger.info("asked")  # twice\n$1return '),
    ),
  "answers in variables": (files) =>
    edited(
      files,
      (text, path) =>
        ROUTE_MODULE.test(path)
          ? text.replace(
            /^ {4}return (jsonify\(.*\))(, 201)?$/gm,
            "    answer = $1\n    return answer$2",
          )
          : text,
    ),
  "routes by add_url_rule": (files) =>
    edited(
      files,
      (text, path) =>
        ROUTE_MODULE.test(path)
          ? text.replace(
            /^@(\w+)\.(\w+)\((".*")\)\ndef (\w+)\(.*\n(.*)\n/gm,
            (_, bp, verb, rule, name, body) =>
              `def ${name}():\n${body}\n\n\n${bp}.add_url_rule(${rule}, view_func=${name}, methods=["${verb}"])\n`,
          )
          : text,
    ),
};

for (const [what, edit] of Object.entries(EDITS)) {
  Deno.test(`exportSpec() gives the same spec after an edit: ${what}`, async () => {
    const files = await generated(specText("shop.json"));
    const after = edit(files);
    notEqual(JSON.stringify(after), JSON.stringify(files));
    equal(await exported(after), await exported(files));
  });
}

/** Settings for formatters that differ from those of generated projects. */
const TASTES = [
  { "line-length": 320, format: { "quote-style": "single" } },
  {
    "line-length": 40,
    "indent-width": 2,
    format: { "quote-style": "single", "indent-style": "tab" },
  },
];

for (const taste of TASTES) {
  Deno.test(`exportSpec() gives the same spec of code that ruff formats with ${JSON.stringify(taste)}`, async () => {
    const ruff = new Workspace({ "target-version": "py311", ...taste }, PositionEncoding.Utf16);
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, async ({ text }) => {
        const files = await generated(text);
        equal(await exported(edited(files, (each) => ruff.format(each))), await exported(files));
      }),
      { numRuns: IS_FULL_TIER ? 500 : 10 },
    );
    ruff.free();
  });
}
