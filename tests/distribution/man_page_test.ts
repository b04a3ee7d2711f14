/** The manual page is complete and well-formed. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { VERSION } from "../../core/version.ts";
import { allHelp, topic } from "../../tools/docs/reference/help_texts.ts";
import { manPage } from "../../tools/man_page.ts";
import { runToEnd } from "../commands/run_cli.ts";

const SOURCE = await manPage({ version: VERSION, date: "2026-11-20" });

async function mandoc(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runToEnd(["mandoc", ...args], {
    cwd: "/",
    env: { PATH: Deno.env.get("PATH") ?? "" },
    stdin: SOURCE,
  });
  equal(stderr, "");
  return stdout;
}

Deno.test("manPage() passes mandoc's lint", async () => {
  equal(await mandoc(["-T", "lint"]), "");
});

Deno.test("manPage() shows every command, argument, option, variable, exit code and example", async () => {
  const shown = await mandoc(["-T", "ascii", "-O", "width=1000"]);
  // As on a line printer, bold letters are printed twice.
  const lines = shown.replace(/.[\b]/g, "").split("\n").map((line) => line.trim());
  const [root, ...commands] = await allHelp();
  const topics = await Promise.all(["environment", "exit-codes"].map(topic));
  const globals = root?.sections.filter(({ title }) => title === "Global options") ?? [];
  const sections = [...commands.flatMap((command) => command.sections), ...globals, ...topics];
  const rows = sections.flatMap((section) => section.rows);
  ok(rows.length > 60 && commands.length > 10, "there is something to look for");
  const expected = [
    ...commands.flatMap(({ usage, purpose }) => [usage, purpose]),
    ...[root, ...commands].flatMap((each) => each?.examples ?? []),
  ];
  deepEqual(expected.filter((line) => !lines.includes(line)), []);
  deepEqual(
    rows.filter(({ term, meaning }) =>
      !lines.some((line, index) =>
        line.startsWith(term) && `${line} ${lines[index + 1]}`.includes(meaning)
      )
    ),
    [],
  );
});

Deno.test("manPage() fits a terminal of 80 columns, except for examples", async () => {
  const shown = (await mandoc(["-T", "ascii", "-O", "width=80"])).replace(/.[\b]/g, "");
  const examples = (await allHelp()).flatMap((each) => each.examples);
  const long = shown.split("\n").filter((line) => line.length > 80);
  deepEqual(long.filter((line) => !examples.includes(line.trim())), []);
});
