/** The tools on stored projects: files in the calls, and changes to fetch. */

import { deepEqual, doesNotMatch, equal, match, ok, throws } from "node:assert/strict";
import { join } from "node:path";
import { shellQuote } from "../../../core/shell_quote.ts";
import { answerDirectly } from "../../../mcp/direct_answer.ts";
import { HOSTED_TOOLS, hostedTools } from "../../../hosted/tools/toolset.ts";
import { ALL_TOOLS } from "../../../mcp/tools.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import type { HostedActor } from "../../../hosted/projects/commit.ts";
import { readHostedProject } from "../../../hosted/projects/whole_project.ts";
import { projectsIn } from "../../http/tested_app.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { forEachDatabase, forEachServed, withDatabase } from "../storage/on_both.ts";
import { flaskAnswers } from "../../tools/flask_answers.ts";
import { makeAccount, otherServer } from "../projects/account.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { hostedAgent, inShell, NO_LINKS, withFetching } from "./agent.ts";

const SPEC = { routes: { orders: { type: "GET", mock: [{ id: 1 }] } } };
const API = { project: "shop", spec: SPEC };
const SERVICE = "api/services/orders_service.py";

type Files = Readonly<Record<string, string>>;

async function stored(
  database: Database,
  { id: accountId }: HostedActor,
  name = "shop",
): Promise<Files | null> {
  const project = await readHostedProject(database, { accountId, name });
  return project === null ? null : Object.fromEntries(sorted(project.files));
}

function sorted(files: Iterable<readonly [string, string]>): (readonly [string, string])[] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
}

function textsIn(folder: string, prefix = ""): Files {
  const entries = [...Deno.readDirSync(join(folder, prefix))].flatMap(({ name, isDirectory }) => {
    const path = prefix + name;
    if (name === "__pycache__") return [];
    return isDirectory
      ? Object.entries(textsIn(folder, `${path}/`))
      : [[path, Deno.readTextFileSync(join(folder, path))] as const];
  });
  return Object.fromEntries(sorted(entries));
}

Deno.test("a hosted server lists the same tools in the same order, with the argument 'files'", () => {
  const properties = (listing: unknown) => Object(Object(listing).inputSchema).properties;
  const { tools } = HOSTED_TOOLS.listing;
  deepEqual(tools.map(({ name }) => name), ALL_TOOLS.listing.tools.map(({ name }) => name));
  for (const tool of tools) {
    const { project, files } = properties(tool);
    equal(files === undefined, project === undefined);
    doesNotMatch(String(project?.description), /root/);
  }
  equal(tools.filter((each) => properties(each).files !== undefined).length, 7);
});

Deno.test("a hosted server lists its tools in 6.7 kB, and in the current era in 6.9 kB", async () => {
  for (const [envelope, most] of [[null, 6_700], [{}, 6_900]] as const) {
    const request = { id: 1, envelope, meta: null, called: null };
    const projects = projectsIn(".");
    const remote = hostedTools(NO_LINKS);
    const options = { projects, readOnly: false, remote, timeoutMs: 1, onBug: () => {} };
    const text = await answerDirectly(request, options) ?? "";
    ok(text.includes('"files"') && text.length <= most, String(text.length));
  }
});

Deno.test("an answer has the command that fetches its change once, whatever changed", () =>
  withDatabase("sqlite", async (database) => {
    const agent = hostedAgent(database, await makeAccount(database, "acc_1"));
    const place = { project: "shop", route: "orders" };
    for (
      const [tool, args] of [
        ["generate_api", API],
        ["generate_subroute", { ...place, subroute: "open" }],
        ["change_project", { ...place, action: "rename_route", new_name: "sales" }],
        ["change_project", { project: "shop", action: "undo" }],
        ["change_project", { ...place, action: "remove_subroute", subroute: "open" }],
      ] as const
    ) {
      const { text, report } = await agent.call(tool, args);
      equal(report.status, "applied", text);
      match(text, /^Next: curl /m);
      equal(text.split("curl ").length, 2, text);
    }
  }));

Deno.test("get_project_info lists the account's projects, and no others", () =>
  withDatabase("sqlite", async (database) => {
    const [one, other] = [
      await makeAccount(database, "acc_1"),
      await makeAccount(database, "acc_2"),
    ];
    await hostedAgent(database, one).call("generate_api", API);
    await hostedAgent(database, other).call("generate_api", { ...API, project: "theirs" });
    const { text } = await hostedAgent(database, one).call("get_project_info", {});
    equal(text, "Projects here: shop");
  }));

forEachServed(
  "the commands in answers bring all changes to the agent's folder",
  (database) =>
    inTemporaryFolder(async (folder) => {
      const account = await makeAccount(database, "acc_1");
      await withFetching(database, account, async (links) => {
        const { call } = hostedAgent(database, account, links);
        // Agents often work in a subfolder of a repository.
        await inShell("git init --quiet .", folder);
        const made = await call("generate_api", API);
        await inShell(made.report.next?.[0] ?? "", folder);
        const shop = join(folder, "shop");
        deepEqual(textsIn(shop), await stored(database, account));

        const added = await call("generate_route", {
          project: "shop",
          route: "refunds",
          mock: { ok: true },
        });
        const [command = ""] = added.report.next ?? [];
        ok(added.text.includes(command));
        await inShell(command, shop);
        deepEqual(textsIn(shop), await stored(database, account));

        const service = `${Deno.readTextFileSync(join(shop, SERVICE))}\n\n# Edited by hand: é\n`;
        Deno.writeTextFileSync(join(shop, SERVICE), service);
        const edited = await call("generate_subroute", {
          project: "shop",
          route: "orders",
          subroute: "late",
          mock: ["x"],
          files: { [SERVICE]: service },
        });
        match(edited.text, /^Stored 1 file$/m);
        await inShell(edited.report.next?.[0] ?? "", shop);
        deepEqual(textsIn(shop), await stored(database, account));
        match(Deno.readTextFileSync(join(shop, SERVICE)), /# Edited by hand: é/);

        const removed = await call("change_project", {
          project: "shop",
          action: "remove_route",
          route: "refunds",
        });
        match(removed.text, /^ {2}delete +api\/routes\/refunds_route\.py$/m);
        await inShell(removed.report.next?.[0] ?? "", shop);
        deepEqual(textsIn(shop), await stored(database, account));

        const paths = ["/orders", "/refunds", "/orders/late"];
        const requests = paths.map((path) => ({ method: "GET", path, body: null }));
        const [answers = []] = await flaskAnswers([{ folder: shop, requests }], "client");
        deepEqual(answers.map(({ status }) => status), [200, 404, 200]);
        deepEqual([0, 2].map((at) => JSON.parse(answers[at]?.body ?? "")), [[{ id: 1 }], ["x"]]);
      });
    }),
);

forEachServed(
  "the command that applies a change runs no program from the folder's git settings",
  (database) =>
    inTemporaryFolder(async (folder) => {
      const account = await makeAccount(database, "acc_1");
      await withFetching(database, account, async (links) => {
        const { call } = hostedAgent(database, account, links);
        const made = await call("generate_api", API);
        await inShell(made.report.next?.[0] ?? "", folder);
        const shop = join(folder, "shop");
        const marker = join(folder, "marker");
        // Git could take `.git` or the folder itself as a repository. The filter of that repository
        // would leave a trace.
        await inShell(
          `git init --quiet . && git config filter.trap.clean 'touch ${marker}; cat' &&
          git config filter.trap.smudge 'touch ${marker}; cat' && cp -r .git/. . &&
          echo '* filter=trap' > .gitattributes && git hash-object pyproject.toml`,
          shop,
        );
        Deno.removeSync(marker);
        const added = await call("generate_route", { project: "shop", route: "refunds" });
        await inShell(added.report.next?.[0] ?? "", shop);
        throws(() => Deno.statSync(marker), Deno.errors.NotFound);
        const route = "api/routes/refunds_route.py";
        equal(Deno.readTextFileSync(join(shop, route)), (await stored(database, account))?.[route]);
      });
    }),
);

forEachServed(
  "an answer has links only if the call changed something",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const { call } = hostedAgent(database, account);
    const linksOf = async (tool: string, args: object) => {
      const { text, report } = await call(tool, { project: "shop", ...args });
      const { links } = report as { links?: Record<string, string> };
      for (const url of Object.values(links ?? {}).filter((each) => !each.includes("zip"))) {
        if (
          report.status === "applied" && url.includes("patch") && text.includes("tar -xz")
        ) continue;
        ok(text.includes(shellQuote(url)) || text.includes(url), text);
      }
      return Object.keys(links ?? {});
    };
    deepEqual(await linksOf("generate_api", { spec: SPEC }), ["archive", "zip", "patch"]);
    deepEqual(await linksOf("generate_api", { spec: SPEC }), []);
    deepEqual(await linksOf("generate_route", { route: "a" }), ["archive", "zip", "patch"]);
    deepEqual(await linksOf("generate_route", { route: "a" }), []);
    deepEqual(await linksOf("generate_route", { route: "b", dry_run: true }), []);
    deepEqual(await linksOf("analyze_project", {}), []);
    deepEqual(await linksOf("generate_route", { route: "a", files: { "a.txt": "" } }), [
      "archive",
      "zip",
    ]);
  },
);

forEachServed(
  "a dry run or a read sees the given files and stores nothing",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const { call } = hostedAgent(database, account);
    await call("generate_api", API);
    const before = await readHostedProject(database, { accountId: "acc_1", name: "shop" });
    const files = {
      "api/routes/extra_route.py": "from flask import Blueprint\n\n" +
        "extra_bp = Blueprint('extra', __name__)\n\n\n@extra_bp.get('/extra')\ndef get(): ...\n",
      "compose.yaml": null,
    };
    const { report } = await call("get_project_info", { project: "shop", files });
    const { routes, containers } = Object(report.data);
    deepEqual(routes.includes("extra"), true);
    deepEqual(containers[1], { file: "compose.yaml", present: false });
    const check = await call("check_route_exists", { project: "shop", route: "extra", files });
    equal(Object(check.report.data).exists, true);
    const fresh = await call("get_project_info", { project: "new", files });
    equal(fresh.isError, false);
    const planned = await call("generate_route", {
      project: "shop",
      route: "refunds",
      dry_run: true,
      files: { "tests/test_refunds_route.py": "mine\n" },
    });
    equal(planned.report.status === "applied", false);
    deepEqual(await readHostedProject(database, { accountId: "acc_1", name: "shop" }), before);
    equal(await stored(database, account, "new"), null);
  },
);

forEachServed(
  "files stay stored if the tool is refused, and the answer reports it",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const { call } = hostedAgent(database, account);
    await call("generate_api", API);
    const files = { [SERVICE]: "def (\n", "notes.txt": "one\r\ntwo", "compose.yaml": null };
    const answer = await call("generate_subroute", {
      project: "shop",
      route: "orders",
      subroute: "late",
      files,
    });
    equal(answer.isError, true);
    match(answer.text, /^Stored 2 files, removed 1 file$/m);
    const kept = await stored(database, account);
    deepEqual([kept?.[SERVICE], kept?.["notes.txt"], kept?.["compose.yaml"]], [
      "def (\n",
      "one\r\ntwo",
      undefined,
    ]);
    const again = await call("generate_subroute", {
      project: "shop",
      route: "orders",
      subroute: "late",
      files,
    });
    doesNotMatch(again.text, /Stored/);
  },
);

forEachServed(
  "change_project and prune delete stored files, and keep the records of what was removed",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const { call } = hostedAgent(database, account);
    const routes = { ...SPEC.routes, refunds: { type: "GET" }, bills: { type: "GET" } };
    await call("generate_api", { project: "shop", spec: { routes } });
    const before = await stored(database, account);
    ok(before?.[".layerwright/.gitignore"] !== undefined);
    const removal = { project: "shop", action: "remove_route", route: "refunds" };
    const { report } = await call("change_project", removal);
    equal(report.status, "applied");
    const { bills: _, ...others } = routes;
    const pruned = { project: "shop", spec: { routes: others } };
    await call("generate_api", { ...pruned, prune: true });
    const after = await stored(database, account) ?? {};
    const gone = Object.keys(before ?? {}).filter((path) => after[path] === undefined);
    deepEqual(gone.filter((path) => !path.startsWith(".layerwright/")), [
      "api/repositories/bills_repository.py",
      "api/repositories/refunds_repository.py",
      "api/routes/bills_route.py",
      "api/routes/refunds_route.py",
      "api/services/bills_service.py",
      "api/services/refunds_service.py",
      "tests/test_bills_route.py",
      "tests/test_refunds_route.py",
    ]);
    match(after[".layerwright/routes/refunds"] ?? "", /^endpoint GET .*\nremoved \S+$/m);
    equal(after[".layerwright/.gitignore"], before?.[".layerwright/.gitignore"]);
    const again = await call("generate_api", pruned);
    equal(again.report.status, "unchanged");
    const [row] = await database.all("SELECT bytes FROM accounts");
    const [sum] = await database.all(
      "SELECT SUM(octet_length(path) + octet_length(text)) AS bytes FROM files",
    );
    deepEqual(row, sum);
    const events = await database.all("SELECT event, subject FROM audit");
    equal(events.length, 3);
    deepEqual(new Set(events.map((each) => JSON.stringify(each))).size, 1);
  },
);

const BAD_FILES: readonly (readonly [string, unknown, string])[] = [
  ["a list", [], "usage-argument"],
  ["a text", "a", "usage-argument"],
  ["null", null, "usage-argument"],
  ["a path outside the project", { "../a": "" }, "files-invalid"],
  ["an absolute path", { "/etc/passwd": "" }, "files-invalid"],
  ["a path with a backslash", { "a\\b": "" }, "files-invalid"],
  ["a device", { "con.txt": "" }, "files-invalid"],
  ["an empty path", { "": "" }, "files-invalid"],
  ["a NUL in a path", { "a\0": "" }, "files-invalid"],
  ["a lone surrogate in a path", { "a\ud800": "" }, "files-invalid"],
  ["a name that is too long", { ["é".repeat(128)]: "" }, "files-invalid"],
  ["a path that is too long", { ["a/".repeat(500) + "a"]: "" }, "files-invalid"],
  ["a NUL in a text", { a: "\0" }, "files-invalid"],
  ["a lone surrogate in a text", { a: "\udc00" }, "files-invalid"],
  ["a number for a text", { a: 1 }, "files-invalid"],
  ["a file in Layerwright's folder", { ".layerwright/lock": "" }, "files-invalid"],
  ["a file in Layerwright's folder in capitals", { ".Layerwright/manifest": "" }, "files-invalid"],
  ["a file in git's folder", { "a/.GIT/config": "" }, "files-invalid"],
  ["files that differ in case", { "a.py": "", "A.py": "" }, "files-invalid"],
  ["folders that differ in case", { "a/x.py": "", "A/y.py": "" }, "files-invalid"],
  ["names that differ in how é is written", { "\u00e9": "", "e\u0301": "" }, "files-invalid"],
  [
    "one that differs from a stored one in case",
    { "api/App.py": "", "API/x": "" },
    "files-invalid",
  ],
  ["a file that is a folder, too", { a: "", "a/b": "" }, "files-invalid"],
  ["a file in the place of a stored folder", { api: "" }, "files-invalid"],
  ["a file below a stored one", { "compose.yaml/a": "" }, "files-invalid"],
  [
    "too many",
    Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`f${index}`, ""])),
    "usage-argument",
  ],
];

forEachServed(
  "an invalid file rejects the call, which changes nothing",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const { call } = hostedAgent(database, account);
    await call("generate_api", API);
    const before = await stored(database, account);
    for (const [behaviour, bad, code] of BAD_FILES) {
      const files = typeof bad === "object" && bad !== null && !Array.isArray(bad)
        ? { "fine.txt": "", ...bad }
        : bad;
      for (const dry_run of [false, true]) {
        const args = { project: "shop", route: "refunds", files, dry_run };
        const { isError, text, report } = await call("generate_route", args);
        equal(isError, true, behaviour);
        for (const each of report.diagnostics ?? []) equal(each.code, code, behaviour);
        ok((report.diagnostics ?? []).length > 0);
        doesNotMatch(text, /Stored/);
      }
      const { isError } = await call("analyze_project", { project: "shop", files });
      equal(isError, true, behaviour);
    }
    deepEqual(await stored(database, account), before);
  },
);

const NO_NAMES = ["..", ".", "a/b", "-a", "nul", "a.", "a b", "é", "a\0", "\ud800", "x".repeat(65)];

forEachServed(
  "a project's name must be safe in shells, URLs and on disks",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const { call } = hostedAgent(database, account);
    for (const project of ["", ...NO_NAMES]) {
      const args = { project, spec: SPEC, files: { a: "" } };
      const { isError, report } = await call("generate_api", args);
      equal(isError, true, project);
      deepEqual(report.diagnostics?.map(({ code }) => code), ["project-name"]);
    }
    deepEqual(await database.all("SELECT id FROM projects"), []);
  },
);

forEachServed("another account's project looks like a missing one", async (database) => {
  // Both ids have the same length, because it decides the width of tables.
  const [owner, other] = [
    await makeAccount(database, "acc_1"),
    await makeAccount(database, "acc_2"),
  ];
  await hostedAgent(database, owner).call("generate_api", API);
  const before = await stored(database, owner);
  const agent = hostedAgent(database, other);
  const calls: readonly (readonly [string, object])[] = [
    ["generate_route", { route: "a" }],
    ["generate_subroute", { route: "orders", subroute: "a" }],
    ["change_project", { action: "remove_route", route: "orders" }],
    ["analyze_project", { states: "all" }],
    ["analyze_project", {}],
    ["get_project_info", {}],
    ["check_route_exists", { route: "orders" }],
    ["generate_api", { spec: SPEC, dry_run: true }],
  ];
  for (const [tool, args] of calls) {
    const theirs = await agent.call(tool, { project: "shop", ...args });
    const nobodys = await agent.call(tool, { project: "none", ...args });
    const withoutId = (answer: unknown) =>
      JSON.stringify(answer).replaceAll(/sha256:[0-9a-f]{64}/g, "sha256:");
    deepEqual(withoutId(theirs), withoutId(nobodys).replaceAll("none", "shop"));
  }
  equal(await readHostedProject(database, { accountId: "acc_2", name: "shop" }), null);
  const { isError } = await agent.call("generate_api", API);
  equal(isError, false);
  deepEqual(await stored(database, owner), before);
});

/** Number of concurrent calls. */
const SUBROUTES = IS_FULL_TIER ? 100 : 20;

forEachDatabase(
  "two servers create many subroutes concurrently",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const agents = [
      hostedAgent(database, account),
      hostedAgent(await otherServer(database, tested), account),
    ];
    await agents[0]?.call("generate_api", API);
    const names = Array.from({ length: SUBROUTES }, (_, number) => `s${number}`);
    const answers = await Promise.all(
      names.map((subroute, index) =>
        agents[index % agents.length]?.call("generate_subroute", {
          project: "shop",
          route: "orders",
          subroute,
        })
      ),
    );
    for (const answer of answers) {
      equal(answer?.report.status, "applied", `${answer?.text}`);
    }
    const analysis = await agents[0]?.call("check_route_exists", {
      project: "shop",
      route: "orders",
    });
    equal(Object(analysis?.report.data).endpoints, SUBROUTES + 1);
    const [head] = await database.all("SELECT revision FROM projects");
    equal(head?.["revision"], SUBROUTES + 1);
  },
);

forEachDatabase(
  "concurrent calls on several servers do not exceed a limit",
  async (database, tested) => {
    const quotas = { projects: 3, bytes: 1_000_000 };
    const account = await makeAccount(database, "acc_1", quotas);
    const agents = [
      hostedAgent(database, account),
      hostedAgent(await otherServer(database, tested), account),
    ];
    const answers = await Promise.all(
      Array.from(
        { length: 10 },
        (_, index) => agents[index % 2]?.call("generate_api", { project: `p${index}`, spec: SPEC }),
      ),
    );
    const refused = answers.filter((answer) => answer?.isError);
    equal(refused.length, 7);
    for (const answer of refused) {
      deepEqual(answer?.report.diagnostics?.map(({ code }) => code), ["quota-projects"]);
      match(answer?.text ?? "", /the account has 3 of 3 projects; .*\nHint: /);
    }
    const [counted] = await database.all("SELECT projects FROM accounts");
    deepEqual([counted?.["projects"], (await database.all("SELECT id FROM projects")).length], [
      3,
      3,
    ]);
  },
);

forEachServed("files over quota reject the whole call", async (database) => {
  const account = await makeAccount(database, "acc_1", { projects: 3, bytes: 30_000 });
  const { call } = hostedAgent(database, account);
  await call("generate_api", API);
  const before = await stored(database, account);
  const files = { "large.txt": "é".repeat(20_000) };
  const { report, text } = await call("generate_route", { project: "shop", route: "a", files });
  deepEqual(report.diagnostics?.map(({ code }) => code), ["quota-bytes"]);
  match(text, /Cannot store 40,009 more bytes: the account's projects take [\d,]+ of its 30,000/);
  deepEqual(await stored(database, account), before);
});

for (const tool of ["generate_route", "generate_subroute"]) {
  forEachServed(
    `${tool} stores nothing if neither a project nor its manifest exists`,
    async (database) => {
      const actor = await makeAccount(database, "acc_1");
      const agent = hostedAgent(database, actor);
      const args = { project: "ghost", route: "orders", type: "GET", files: { "notes.md": "x" } };
      const given = tool === "generate_route" ? args : { ...args, subroute: "open" };
      const { report, isError } = await agent.call(tool, given);
      equal(isError, true);
      deepEqual(report.diagnostics?.map(({ code }) => code), ["project-missing"]);
      equal(await stored(database, actor, "ghost"), null);
      deepEqual(await database.all("SELECT projects, bytes FROM accounts WHERE projects > 0"), []);
    },
  );
}

forEachServed(
  "a route command with files creates the project on the server",
  async (database) => {
    const actor = await makeAccount(database, "acc_1");
    const agent = hostedAgent(database, actor);
    await agent.call("generate_api", API);
    const files = await stored(database, actor);
    const args = { project: "store", route: "items", type: "GET", files };
    equal((await agent.call("generate_route", args)).report.status, "applied");
    ok(
      Object.keys(await stored(database, actor, "store") ?? {}).length >
        Object.keys(files ?? {}).length,
    );
  },
);
