/** The playground in Chromium. */

import { strFromU8, unzipSync } from "fflate";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { EXAMPLE_SPEC } from "../../../hosted/http/playground_example.ts";
import { createMemoryWorkspace, generateApi } from "../../../mod.ts";
import { MAX_CHARACTERS, MAX_ENDPOINTS, MAX_NESTED } from "../../../playground/limits.ts";
import { makeLink } from "../../../playground/share_link.ts";
import { buildPlayground } from "../../../tools/build_playground.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { LOOKS, type SeenServer, withSeenServer } from "./chromium.ts";
import { tabTo, tooWide, violations } from "./page_faults.ts";

const ignore = !IS_FULL_TIER;

if (!ignore) await buildPlayground();

const DESK = { colorScheme: "light", width: 1280, hasScript: true } as const;

const SCRIPTED = LOOKS.filter(({ hasScript }) => hasScript);

/** Runs a test in a loaded playground. The browser must not report any error. */
async function withPlayground(
  test: (page: Page, server: SeenServer) => Promise<void>,
  looks: typeof LOOKS = [DESK],
): Promise<void> {
  await withSeenServer(async (server) => {
    for (const look of looks) {
      await using seen = await server.open(look);
      await seen.page.goto("/");
      await says(seen.page, /^Valid: 2 routes, 6 endpoints, /);
      await test(seen.page, server);
      deepEqual(seen.complaints, []);
    }
  });
}

/** Waits until the playground shows a result. */
async function says(page: Page, words: RegExp): Promise<void> {
  await page.locator("#result", { hasText: words }).waitFor();
}

async function filesOf(name: string, spec: string): Promise<Record<string, string>> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, name, spec);
  return Object.fromEntries(
    [...workspace.files()].map(([path, text]) => [`${name}/${path}`, text]),
  );
}

/** Returns the file that a page downloads. */
async function saved(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const files = unzipSync(await Deno.readFile(await download.path()));
  return {
    name: download.suggestedFilename(),
    files: Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]),
    ),
  };
}

const WRONG_SPEC = `{
  "routes": {
    "9products": { "type": "GTE", "subroute": {} },
    "b": { "mock": 1e999 }
  }
}`;

Deno.test({
  name: "the playground passes axe and fits its window, with and without errors",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      deepEqual(await violations(page), []);
      deepEqual(await tooWide(page), []);
      await page.fill("#spec", WRONG_SPEC);
      await says(page, /^4 errors$/);
      deepEqual(await violations(page), []);
      deepEqual(await tooWide(page), []);
    }, SCRIPTED),
});

Deno.test({
  name: "problems appear beside their lines, with position, message, hint and link",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      await page.fill("#spec", WRONG_SPEC);
      await says(page, /^4 errors$/);
      deepEqual(await page.locator("#problems li").allInnerTexts(), [
        "Line 3, column 5\nError: Invalid route name '9products' (must be a valid Python identifier).",
        "Line 3, column 28\nError: Invalid HTTP method 'GTE' in route '9products' " +
        "(must be GET, POST, PUT, or DELETE).",
        "Line 3, column 35\nWarning: Unknown key 'subroute' in route '9products'\n" +
        "Did you mean 'subroutes'?",
        "Line 4, column 10\nError: Key 'type' missing in route 'b'.\n" +
        'Add "type": "GET", or POST, PUT or DELETE',
        "Line 4, column 20\nError: Number '1e999' in route 'b' exceeds the range of a float.",
      ]);
      const lines = await page.evaluate(`(() => {
        const top = document.getElementById("numbers").getBoundingClientRect().top;
        return [...document.querySelectorAll(".mark")].map((mark) => [
          Math.round((mark.getBoundingClientRect().top - top) / 20) + 1,
          mark.querySelector(".said").textContent,
        ]);
      })()`);
      deepEqual(lines, [
        [3, "Invalid route name '9products' (must be a valid Python identifier). (+2)"],
        [4, "Key 'type' missing in route 'b'. (+1)"],
      ]);
      equal(await page.getAttribute("#spec", "aria-invalid"), "true");
      await page.getByRole("button", { name: "Line 4, column 20" }).click();
      const at = await page.evaluate("document.activeElement.selectionStart") as number;
      equal(WRONG_SPEC.slice(at, at + 5), "1e999");
      ok(await page.isDisabled("#download"));
      await page.fill("#spec", EXAMPLE_SPEC);
      await says(page, /^Valid/);
      equal(await page.locator("#problems li, .mark").count(), 0);
      equal(await page.getAttribute("#spec", "aria-invalid"), "false");
    }),
});

Deno.test({
  name: "after loading, the playground needs no network for files, responses and the zip",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.context().setOffline(true);
      const spec = '{"routes": {"tea": {"type": "PUT", "mock": [1.0, "\\u2615"]}}}';
      await page.fill("#spec", spec);
      await page.fill("#project-name", "kettle");
      await says(page, /^Valid: 1 route, 1 endpoint, /);
      await page.getByText("Download kettle.zip").waitFor();
      const endpoint = page.locator("#endpoints details");
      await endpoint.locator("summary").click();
      // An event after the click adds the form.
      await page.getByRole("button", { name: "Send PUT /tea" }).waitFor();
      equal(
        (await endpoint.innerText()).trim().replaceAll(/\s+/g, " "),
        'PUT /tea 200 [ 1.0, "\\u2615" ] Path Body Send',
      );
      const expected = await filesOf("kettle", spec);
      await page.getByRole("button", { name: "tea_route.py", exact: true }).click();
      await page.getByRole("region", { name: "Text of api/routes/tea_route.py" }).waitFor();
      equal(await page.textContent("#file code"), expected["kettle/api/routes/tea_route.py"]);
      const { name, files } = await saved(page, () => page.click("#download"));
      equal(name, "kettle.zip");
      deepEqual(files, expected);
      deepEqual(asked.filter((address) => !address.startsWith("blob:")), []);
    }),
});

Deno.test({
  name: "the playground works by keyboard alone",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const { keyboard } = page;
      await tabTo(page, "#spec");
      await keyboard.press("ControlOrMeta+a");
      await keyboard.type('{"routes": {"tea": {"type": "GTE"}, "cup": {"type": "GET"}}}');
      await page.locator("#problems", { hasText: "Invalid HTTP method 'GTE'" }).waitFor();
      await tabTo(page, "#problems button");
      await keyboard.press("Enter");
      // The button moved the cursor to the quote before the method's name.
      for (let key = 0; key < 5; key++) await keyboard.press("Delete");
      await keyboard.type('"GET"');
      await says(page, /^Valid: 2 routes/);
      await tabTo(page, "#endpoints summary");
      await tabTo(page, "#endpoints summary");
      await keyboard.press("Enter");
      await page.getByText('"Your cup route is working!"').waitFor();
      await tabTo(page, "#project-name");
      await keyboard.press("ControlOrMeta+a");
      await keyboard.type("kitchen");
      await page.getByText("Download kitchen.zip").waitFor();
      await tabTo(page, "#download");
      const { name } = await saved(page, () => keyboard.press("Enter"));
      equal(name, "kitchen.zip");
      await tabTo(page, "button.file");
      await keyboard.press("Enter");
      await page.getByText(/^Showing \S+$/).waitFor({ state: "attached" });
    }, SCRIPTED.filter(({ colorScheme }) => colorScheme === "light")),
});

Deno.test({
  name: "the playground sends requests by keyboard, and keeps the typed text",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const { keyboard } = page;
      const spec = (price: string) =>
        `{"routes": {"tea": {"type": "GET"}, "cup": {"methods": {"POST": {"body": {"price": ${price}}}}}}}`;
      await page.fill("#spec", spec("1.5"));
      await says(page, /^Valid: 2 routes, 2 endpoints/);
      await page.locator("#endpoints summary").nth(1).press("Enter");
      // An event after the key press adds the form.
      await page.locator("#endpoints textarea").waitFor();
      await tabTo(page, "#endpoints textarea");
      await keyboard.press("ControlOrMeta+a");
      await keyboard.type('{"price": 7}');
      await tabTo(page, "#endpoints button");
      await keyboard.press("Enter");
      await page.getByText("Status 201").waitFor();
      await page.getByText("Successfully created cup with data: {'price': 7.0}").waitFor();
      deepEqual(await violations(page), []);
      deepEqual(await tooWide(page), []);
      await page.fill("#spec", spec('"x"'));
      await page.getByText("Status 201").waitFor({ state: "detached" });
      equal(await page.inputValue("#endpoints textarea"), '{"price": 7}');
      await page.getByRole("button", { name: "Send POST /cup" }).click();
      await page.getByText("must be a string").waitFor();
    }, SCRIPTED),
});

const ASKED_SPEC = `{
  "routes": {
    "tea": {
      "type": "GET",
      "query": { "q?": "green", "kind": { "$enum": ["leaf", "bag"] }, "tags?": ["new"] },
      "headers": { "X-Tenant": "acme" },
      "list": { "filter": ["name"], "sort": ["name"] },
      "mock": [{ "name": "Assam" }, { "name": "Sencha" }],
      "errors": { "404": "No such shop" }
    }
  }
}`;

Deno.test({
  name: "the playground sends the parameters that are filled in, by keyboard, and keeps them",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const { keyboard } = page;
      await page.fill("#spec", ASKED_SPEC);
      await says(page, /^Valid: 1 route, 1 endpoint/);
      await page.locator("#endpoints summary").press("Enter");
      const form = page.getByRole("group", { name: "Request to GET /tea" });
      await form.waitFor();
      const facts = async (label: string) => {
        const id = await form.getByLabel(label, { exact: true }).getAttribute("aria-describedby");
        return await page.locator(`#${id}`).innerText();
      };
      equal(await facts("limit"), "Optional integer, 1 to 100, 20 by default");
      equal(await facts("kind"), 'Required "leaf" or "bag"');
      equal(await facts("tags"), "Optional array of text, one per line, such as new");
      equal(await page.locator("#endpoints .errors").innerText(), "404 No such shop");
      await tabTo(page, ".request fieldset input");
      await keyboard.type("1");
      await tabTo(page, ".request fieldset textarea");
      await keyboard.type("-name");
      await tabTo(page, "#endpoints button");
      await keyboard.press("Enter");
      await page.getByText("Status 200").waitFor();
      const answer = page.getByLabel("Answer to GET /tea");
      match(await answer.innerText(), /^\[\s*\{\s*"name":\s*"Sencha"\s*\}\s*\]\s*$/);
      match(
        await page.locator(".request .headers").innerText(),
        /^x-total-count: 2\nlink: <\?sort=-name&kind=leaf&limit=1&offset=0>; rel="first"/,
      );
      deepEqual(await violations(page), []);
      deepEqual(await tooWide(page), []);
      await page.fill("#spec", ASKED_SPEC.replace("Sencha", "Zealong"));
      await page.getByText("Status 200").waitFor({ state: "detached" });
      equal(await form.getByLabel("limit").inputValue(), "1");
      await form.getByLabel("Prefer").selectOption("code=404");
      await page.getByRole("button", { name: "Send GET /tea" }).click();
      await page.getByText("Status 404").waitFor();
      await form.getByLabel("Prefer").selectOption("");
      await form.getByLabel("limit").fill("101");
      await page.getByRole("button", { name: "Send GET /tea" }).click();
      await page.getByText("Status 422").waitFor();
    }, SCRIPTED),
});

Deno.test({
  name: "problems of queries, headers, lists and errors appear beside their lines",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const wrong = ASKED_SPEC.replace('"green"', "null").replace('"X-Tenant"', '"Accept"')
        .replace('"sort": ["name"]', '"sort": ["price"]').replace('"404"', '"200"');
      await page.fill("#spec", wrong);
      await says(page, /^4 errors$/);
      deepEqual(await page.locator("#problems button").allInnerTexts(), [
        "Line 5, column 18",
        "Line 6, column 20",
        "Line 7, column 46",
        "Line 9, column 19",
      ]);
      equal(await page.locator(".mark").count(), 4);
    }),
});

const LINK_BROKEN = "The link is broken. Part of it may be missing.";

/** Waits until the playground shows a message about a link. */
async function saysOfLink(page: Page, words: string): Promise<void> {
  await page.locator("#link-said", { hasText: words }).waitFor();
}

Deno.test({
  name: "a link contains the spec, and opens in another browser, without sending it to the server",
  ignore,
  fn: () =>
    withPlayground(async (page, { open }) => {
      const { keyboard } = page;
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const spec = `{"routes": {"tea": {"methods": {"PUT": {"mock": ${JSON.stringify(HTML)}}}}}}`;
      await page.fill("#spec", spec);
      await says(page, /^Valid: 1 route, 1 endpoint/);
      await tabTo(page, "#copy-link");
      await keyboard.press("Enter");
      await saysOfLink(page, "Copied. The link contains the spec.");
      deepEqual(await violations(page), []);
      deepEqual(await tooWide(page), []);
      const link = await page.evaluate("navigator.clipboard.readText()") as string;
      match(link, /^http:\/\/localhost:\d+\/playground#spec=[\w-]{80,300}$/);
      equal(page.url(), link);
      equal(asked.length, 0);

      await using other = await open(DESK);
      other.page.on("request", (request) => asked.push(request.url()));
      await other.page.goto(link);
      await saysOfLink(other.page, "This is the spec of the link.");
      await says(other.page, /^Valid: 1 route, 1 endpoint/);
      equal(await other.page.inputValue("#spec"), spec);
      await other.page.getByRole("button", { name: "Send PUT /tea" }).click();
      await other.page.getByText("Status 200").waitFor();
      match(await other.page.innerText("[aria-label='Answer to PUT /tea']"), /<img src=x/);
      equal(await other.page.locator("main :is(img, b, script:not([src]))").count(), 0);
      const [, packed = ""] = link.split("#spec=");
      equal(asked.some((address) => address.includes(packed)), false);
      deepEqual(other.complaints, []);
    }, SCRIPTED),
});

Deno.test({
  name: "a link that is broken, too large or wrong shows why, and keeps the typed text",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const goTo = (hash: string) =>
        page.evaluate(`void (location.hash = ${JSON.stringify(hash)})`);
      const made = await makeLink(EXAMPLE_SPEC);
      const whole = made.kind === "link" ? made.fragment : "";
      await page.fill("#spec", "typed");
      await says(page, /^1 error$/);
      for (let length = 8; length < whole.length; length += 40) {
        await goTo("");
        await page.evaluate("document.getElementById('link-said').textContent = ''");
        await goTo(whole.slice(0, length));
        await saysOfLink(page, LINK_BROKEN);
      }
      for (
        const hash of ["#spec=", `#spec=${HTML}`, "#spec=%22", whole.replace(/.{9}$/, "AAAAAAAAA")]
      ) {
        await page.evaluate("document.getElementById('link-said').textContent = ''");
        await goTo(hash);
        await saysOfLink(page, LINK_BROKEN);
      }
      const bomb = deflateSync(new Uint8Array(20_000_000)).toString("base64url");
      await goTo(`#spec=${bomb}`);
      await saysOfLink(page, "The link's spec is too large. The playground accepts up to 200,000");
      equal(await page.inputValue("#spec"), "typed");
      equal(await page.locator("main :is(img, b, script:not([src]))").count(), 0);
      await goTo(whole);
      await says(page, /^Valid: 2 routes, 6 endpoints/);
      await saysOfLink(page, "This is the spec of the link.");
      await page.fill("#spec", "edited");
      equal(await page.textContent("#link-said"), "");
      await goTo("#main");
      await page.goBack();
      await says(page, /^1 error$/);
      equal(await page.inputValue("#spec"), "edited", "going back does not undo edits");
      await page.fill("#spec", crypto.getRandomValues(new Uint8Array(40_000)).join());
      await page.click("#copy-link");
      await saysOfLink(page, "The spec is too long for a link. Share it as a file.");
      const made300 = await makeLink("[".repeat(MAX_NESTED + 1));
      await goTo(made300.kind === "link" ? made300.fragment : "");
      await says(page, /^The spec is nested 301 levels deep; /);
    }),
});

Deno.test({
  name: "where the browser blocks copying, the address of the page is the link",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
      await page.click("#copy-link");
      await saysOfLink(
        page,
        "Your browser blocked copying. Copy the address of this page instead.",
      );
      await page.reload();
      await saysOfLink(page, "This is the spec of the link.");
      equal(await page.inputValue("#spec"), EXAMPLE_SPEC);
    }),
});

Deno.test({
  name: "typed text survives a reload, another tab and a link, until it is reset",
  ignore,
  fn: () =>
    withPlayground(async (page, { open, origin }) => {
      const own = '{"routes": {"tea": {"type": "GET"}}}';
      await page.fill("#spec", own);
      await page.fill("#project-name", "kettle");
      await says(page, /^Valid: 1 route, 1 endpoint/);
      await page.reload();
      await says(page, /^Valid: 1 route, 1 endpoint/);
      equal(await page.inputValue("#spec"), own);
      equal(await page.inputValue("#project-name"), "kettle");
      await page.goto("/login");
      await page.goBack();
      await says(page, /^Valid: 1 route, 1 endpoint/);
      equal(await page.inputValue("#spec"), own);

      await page.click("#copy-link");
      await page.locator("#link-said", { hasText: /Copied|blocked/ }).waitFor();
      const edited = own.replace("tea", "cup");
      await page.fill("#spec", edited);
      equal(await page.evaluate("location.href"), `${origin}/playground`, "no older spec");
      await page.reload();
      await says(page, /^Valid: 1 route, 1 endpoint/);
      equal(await page.inputValue("#spec"), edited);

      const tab = await page.context().newPage();
      await tab.goto("/");
      await says(tab, /^Valid: 1 route, 1 endpoint/);
      equal(await tab.inputValue("#spec"), edited);
      const made = await makeLink(EXAMPLE_SPEC);
      const link = made.kind === "link" ? `/playground${made.fragment}` : "";
      await tab.goto(link);
      await saysOfLink(tab, "Your own text is kept until you edit this one.");
      await tab.goto("/playground");
      await says(tab, /^Valid: 1 route, 1 endpoint/);
      equal(await tab.inputValue("#spec"), edited);

      page.once("dialog", (dialog) => void dialog.dismiss());
      await page.click("#reset");
      equal(await page.inputValue("#spec"), edited);
      page.once("dialog", (dialog) => void dialog.accept());
      await page.click("#reset");
      await says(page, /^Valid: 2 routes, 6 endpoints/);
      await page.reload();
      await says(page, /^Valid: 2 routes, 6 endpoints/);
      equal(await page.inputValue("#spec"), EXAMPLE_SPEC);
      equal(await page.inputValue("#project-name"), "shop");

      await using stranger = await open(DESK);
      await stranger.page.goto("/");
      await says(stranger.page, /^Valid: 2 routes, 6 endpoints/);
    }),
});

Deno.test({
  name: "the playground works where the browser blocks its storage",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      await page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage"]) {
          Object.defineProperty(globalThis, name, {
            get: () => {
              throw new DOMException("blocked", "SecurityError");
            },
          });
        }
      });
      await page.reload();
      await says(page, /^Valid: 2 routes, 6 endpoints/);
      await page.fill("#spec", '{"routes": {"tea": {"type": "GET"}}}');
      await says(page, /^Valid: 1 route, 1 endpoint/);
    }),
});

/** Text that would show or run something if it were parsed as HTML. */
const HTML =
  `<img src=x onerror="document.title='x'"><b>&amp;</b></textarea><script>alert(1)</script>`;

Deno.test({
  name: "HTML and names of object properties stay text in every string",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const mock = { [HTML]: [HTML, "\u202e"], ["__proto__"]: HTML, constructor: HTML };
      const good = {
        project: { description: HTML },
        routes: Object.fromEntries(
          ["__proto__", "constructor", "toString"].map((name) => [
            name,
            { type: "GET", mock, subroutes: Object.fromEntries([["__proto__", { type: "POST" }]]) },
          ]),
        ),
      };
      const wrong = {
        routes: { [HTML]: { type: HTML, [HTML]: 1, subroutes: { [HTML]: HTML } } },
      };
      await page.fill("#spec", JSON.stringify(wrong, null, 2));
      await says(page, /^\d errors$/);
      const isClean = async () => {
        const made =
          "main :is(img, b, script:not([src])), #file textarea, #endpoints .code textarea";
        equal(await page.locator(made).count(), 0);
        equal(await page.title(), "Playground · Layerwright");
      };
      await isClean();
      match(await page.innerText("#problems"), /<img src=x/);
      await page.fill("#spec", JSON.stringify(good, null, 2));
      await says(page, /^Valid: 3 routes, 6 endpoints/);
      await isClean();
      for (const name of ["README.md", "__proto___service.py"]) {
        await page.getByRole("button", { name, exact: true }).click();
        await page.locator("#file h3", { hasText: name }).waitFor();
        await isClean();
      }
      await page.fill("#project-name", HTML);
      await says(page, /^1 error$/);
      match(await page.innerText("#problems"), /Invalid project name '<img/);
      equal(await page.getAttribute("#project-name", "aria-invalid"), "true");
      await isClean();
    }),
});

/** Returns a spec with many endpoints. */
function wide(endpoints: number): string {
  const routes = Array.from({ length: endpoints }, (_, at) => `"r${at}":{"type":"GET"}`);
  return `{"routes":{${routes.join()}}}`;
}

/** One of the slowest specs: each route has 25 models. */
const SLOW = `{"routes":{${
  Array.from({ length: MAX_ENDPOINTS - 1 }, (_, at) => {
    const mock = `${'{"a":'.repeat(25)}1${"}".repeat(25)}`;
    return `"r${at}":{"type":"GET","mock":${mock}}`;
  }).join()
}}}`;

/** Returns a deep spec, with the kind of nesting that needs the most stack. */
function nested(levels: number): string {
  const inner = levels - 3;
  return `{"routes":{"a":{"type":"GET","mock":${'{"a":'.repeat(inner)}1${"}".repeat(inner)}}}}`;
}

Deno.test({
  name: "huge and deep specs are refused with a message, or do not block typing",
  ignore,
  fn: () =>
    withPlayground(async (page) => {
      const cases = [
        [
          " ".repeat(MAX_CHARACTERS + 1),
          /^The spec has 200,001 characters; .* accepts up to 200,000\. The command line accepts more\.$/,
        ],
        [wide(MAX_ENDPOINTS + 1), /^The spec has 1,001 endpoints; .* accepts up to 1,000\./],
        [
          "[".repeat(MAX_CHARACTERS),
          /^The spec is nested 200,000 levels deep; .* accepts up to 300\./,
        ],
        ["[".repeat(MAX_NESTED), /^1 error$/],
        [nested(MAX_NESTED), /^Valid: 1 route/],
        [wide(MAX_ENDPOINTS), /^Valid: 1,000 routes, 1,000 endpoints, 5,020 files$/],
      ] as const;
      for (const [spec, words] of cases) {
        await page.fill("#spec", spec);
        await says(page, words);
        const lines = spec.length > MAX_CHARACTERS ? "" : "1";
        equal(await page.textContent("#numbers"), lines);
      }
      match(await page.innerText("#endpoints"), /Showing 200 of 1,000 endpoints/);
      match(await page.innerText("#files"), /Showing 2000 of 5,020 files/);
      await page.fill("#spec", SLOW);
      // Waits for longer than the debounce of typing.
      await page.waitForFunction("new Promise((resolve) => setTimeout(() => resolve(true), 300))");
      await page.locator("#spec").press("End");
      await page.keyboard.type(" ");
      equal(await page.inputValue("#spec"), `${SLOW} `);
      match(await page.innerText("#result"), /^Valid: 1,000 routes/);
      await page.fill("#spec", EXAMPLE_SPEC);
      await says(page, /^Valid: 2 routes/);
    }),
});

Deno.test({
  name: "without scripts, the page explains the playground and the command line",
  ignore,
  fn: () =>
    withSeenServer(async ({ open }) => {
      await using seen = await open({ ...DESK, hasScript: false });
      await seen.page.goto("/");
      const text = await seen.page.innerText("main");
      match(text, /shows the errors of a spec beside their lines/);
      match(text, /layerwright generate api shop/);
      equal(await seen.page.locator("textarea:visible, #starting:visible").count(), 0);
    }),
});
