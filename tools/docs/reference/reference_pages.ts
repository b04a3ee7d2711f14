/** The reference pages, generated from the code. */

import type { Page } from "../pages.ts";
import { cliPage } from "./cli_page.ts";
import { diagnosticsPage } from "./diagnostics_page.ts";
import { environmentPage } from "./environment_page.ts";
import { exitCodesPage } from "./exit_codes_page.ts";
import { hostedServerPage } from "./hosted_server_page.ts";
import { libraryPage } from "./library_page.ts";
import { specPage } from "./spec_page.ts";
import { toolsPage } from "./tools_page.ts";
import { runCommand } from "../../run_command.ts";

/** Generates all reference pages, formatted by `deno fmt`. */
export async function referencePages(): Promise<readonly Page[]> {
  const texts = {
    "cli": await cliPage(),
    "diagnostics": diagnosticsPage(),
    "environment": await environmentPage(),
    "exit-codes": await exitCodesPage(),
    "hosted-server": hostedServerPage(),
    "library": await libraryPage(),
    "spec": specPage(),
    "tools": toolsPage(),
  };
  return await Promise.all(
    Object.entries(texts).map(async ([name, text]) => ({
      path: `reference/${name}.md`,
      text: await formatted(text),
    })),
  );
}

async function formatted(text: string): Promise<string> {
  const args = ["fmt", "--quiet", "--ext", "md", "--line-width", "100", "-"];
  const { code, stdout, stderr } = await runCommand(Deno.execPath(), args, { stdin: text });
  if (code !== 0) throw new Error(`deno fmt exited with ${code}\n${stderr}`);
  return stdout;
}
