/** The library's documentation covers every name, member and parameter. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../tools/run_command.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Tag {
  readonly kind: string;
  readonly name?: string;
  readonly doc?: string;
}

interface Declaration {
  readonly kind: string;
  readonly jsDoc?: { readonly doc?: string; readonly tags?: readonly Tag[] };
  readonly def: { readonly params?: readonly Parameter[] };
}

/** A parameter. If a parameter has a default, its name is in `left`. */
interface Parameter {
  readonly name?: string;
  readonly left?: Parameter;
  readonly kind: string;
}

interface Documented {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

interface Module {
  readonly module_doc: { readonly doc?: string };
  readonly symbols: readonly Documented[];
}

const { module_doc: moduleDoc, symbols } = await documentation();
const functions = symbols.filter(({ declarations }) => declarations[0]?.kind === "function");

async function documentation(): Promise<Module> {
  const { code, stdout, stderr } = await deno("doc", "--json", "mod.ts");
  equal(code, 0, stderr);
  const { nodes }: { nodes: Readonly<Record<string, Module>> } = JSON.parse(stdout);
  const [module] = Object.values(nodes);
  if (module === undefined) throw new Error("mod.ts has no documentation");
  return module;
}

function deno(...args: readonly string[]) {
  return runCommand(Deno.execPath(), args, { cwd: ROOT, env: { NO_COLOR: "1" } });
}

function tagsOf({ declarations }: Documented, kind: string): readonly Tag[] {
  return (declarations[0]?.jsDoc?.tags ?? []).filter((tag) => tag.kind === kind);
}

function parameterName({ name, left }: Parameter): string {
  return name ?? (left === undefined ? "" : parameterName(left));
}

Deno.test("`deno doc --lint` finds nothing in any export", async () => {
  const { exports } = JSON.parse(Deno.readTextFileSync(`${ROOT}/deno.json`));
  const { code, stderr } = await deno("doc", "--lint", ...Object.values<string>(exports));
  equal(code, 0, stderr);
});

Deno.test("the module's documentation has an example, and lists the permissions", () => {
  match(moduleDoc.doc ?? "", /```ts\nimport [^]*@layerwright\/layerwright[^]*```/);
  match(moduleDoc.doc ?? "", /\*\*Permissions\.\*\*/);
});

Deno.test("the module's documentation links to every function", () => {
  const linked = [...(moduleDoc.doc ?? "").matchAll(/\{@linkcode (\w+)\}/g)].map(([, name]) =>
    name
  );
  const names = functions.map(({ name }) => name).filter((name) => name !== "projectPath");
  deepEqual(names.filter((name) => !linked.includes(name)), []);
});

Deno.test("every public name is documented", () => {
  ok(symbols.length > 30, "the documentation was read");
  const bare = symbols.filter(({ declarations }) =>
    declarations.some(({ jsDoc }) => (jsDoc?.doc ?? "") === "")
  );
  deepEqual(bare.map(({ name }) => name), []);
});

Deno.test("mod.ts exports these types and no others", () => {
  const types = symbols.filter(({ declarations }) =>
    declarations.every(({ kind }) => kind === "interface" || kind === "typeAlias")
  );
  deepEqual(types.map(({ name }) => name).sort(), [
    "AdoptProjectOptions",
    "AdoptedData",
    "Agreement",
    "Analysis",
    "AnalysisData",
    "AnalyzedEndpoint",
    "AnalyzedRoute",
    "AnswerInput",
    "ApiData",
    "ApiSpecInput",
    "AppliedChange",
    "AppliedCommand",
    "ApplyDetails",
    "ApplyOutcome",
    "ApplyPlanOptions",
    "Change",
    "ChangeAuthor",
    "ChangeOptions",
    "ChangeRecord",
    "ChangingCommand",
    "CheckedEndpoint",
    "CodeOwner",
    "ContainerFile",
    "Diagnostic",
    "DiagnosticCode",
    "DiskWorkspaceOptions",
    "DocsData",
    "DocumentFormat",
    "EndpointInput",
    "EndpointOptions",
    "EndpointState",
    "EndpointSummary",
    "Entry",
    "ErrorInput",
    "ErrorsInput",
    "ExportOpenApiOptions",
    "ExportedOpenApi",
    "ExportedSpec",
    "FileForm",
    "FileVersion",
    "GenerateApiOptions",
    "GenerateResourceOptions",
    "GenerateRouteOptions",
    "GenerateSubrouteOptions",
    "GeneratedEndpoints",
    "History",
    "HistoryData",
    "HistoryEntry",
    "HistoryReader",
    "HistoryStep",
    "ImportOpenApiOptions",
    "ImportedSpec",
    "Invocation",
    "JsonValue",
    "KeptChange",
    "KeptData",
    "Layer",
    "LeftDefinition",
    "LeftOutOperation",
    "LeftPlace",
    "ListInput",
    "ListedEndpoint",
    "ListedState",
    "Location",
    "LockOutcome",
    "MemoryWorkspace",
    "Method",
    "MethodInput",
    "MethodsInput",
    "MockOptions",
    "OmittedPart",
    "PlannedFile",
    "PlannedRun",
    "Problem",
    "ProjectInfo",
    "ProjectPath",
    "ProjectStatus",
    "ProjectStatusOptions",
    "RecordName",
    "RecordedFile",
    "Recovery",
    "RedoOptions",
    "RemoveDocsOptions",
    "RemoveOptions",
    "RemovedData",
    "RenamedData",
    "RenamedFile",
    "RenamedPath",
    "Report",
    "ReportChange",
    "ResourceInput",
    "RouteCheck",
    "RouteInput",
    "RunOptions",
    "Severity",
    "ShowChangeOptions",
    "Snapshot",
    "SpecSummary",
    "SpecToOpenApiOptions",
    "Status",
    "SubroutesInput",
    "TextEncoding",
    "UndoData",
    "UndoOptions",
    "UnreadRoutes",
    "UpgradeProjectOptions",
    "UpgradedData",
    "ValidateSpecOptions",
    "Workspace",
  ]);
});

for (const each of functions) {
  Deno.test(`${each.name}() documents its parameters and result, and has a tested example`, () => {
    const parameters = each.declarations[0]?.def.params ?? [];
    deepEqual(
      tagsOf(each, "param").map(({ name, doc }) => doc === undefined ? null : name),
      parameters.map(parameterName),
    );
    equal(tagsOf(each, "return").length, 1, "@returns");
    const [example] = tagsOf(each, "example");
    match(example?.doc ?? "", /^(.*\n)?```ts\n/);
    match(example?.doc ?? "", new RegExp(`\\b${each.name}\\b[^]*from "@layerwright/layerwright"`));
    match(example?.doc ?? "", /^(?:\w*[eE]qual|throws)\(/m, "an assertion");
  });
}

Deno.test("functions that throw for invalid arguments document it", () => {
  const throwing = functions.filter((each) => tagsOf(each, "throws").length > 0);
  deepEqual(throwing.map(({ name }) => name).sort(), [
    "createMemoryWorkspace",
    "createMock",
    "projectPath",
  ]);
});
