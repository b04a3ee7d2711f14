/** Records commands in a real terminal. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { python } from "../python.ts";
import { runCommand } from "../run_command.ts";
import { CHECKOUT } from "./pages.ts";

/** Width of the terminal in characters. */
export const COLUMNS = 82;

const TERMINAL = fileURLToPath(
  new URL("../../tests/commands/run_in_terminal.py", import.meta.url),
);

/** A command, with the lines that the terminal shows, including escape codes. */
export interface TerminalStep {
  readonly command: string;
  readonly lines: readonly string[];
}

const SPEC = {
  routes: {
    products: { type: "GET", mock: [{ id: 1, name: "Teapot", price: 24.5 }] },
  },
};

const SERVICE = "api/services/products_service.py";

const MOCK = `        # Mock. With real data: return self.repository.get()
        return [{"id": 1, "name": "Teapot", "price": 24.5}]
`;

const EDIT = `        products = self.repository.get()
        return sorted(products, key=lambda product: product["price"])
`;

const SHOWN = [
  `tail -n 3 ${SERVICE}  # your edit`,
  `layerwright generate subroute products sale --mock '[{"id": 1}]'`,
  `git diff -U1 ${SERVICE}`,
];

/**
 * Generates a project, edits a service by hand, and records how the project grows around the edit.
 *
 * @returns The visible steps, without the preparation of the project.
 * @throws {Error} If a command fails.
 */
export async function recordGrowth(): Promise<TerminalStep[]> {
  const home = await Deno.makeTempDir();
  try {
    const shell = await createShell(home);
    await Deno.writeTextFile(join(home, "shop.json"), JSON.stringify(SPEC));
    await shell(home, "layerwright generate api shop --json shop.json --quiet");
    const project = join(home, "shop");
    const service = join(project, SERVICE);
    const text = await Deno.readTextFile(service);
    if (!text.includes(MOCK)) throw new Error(`'${SERVICE}' has no mock to edit:\n${text}`);
    await Deno.writeTextFile(service, text.replace(MOCK, EDIT));
    await shell(project, "git init --quiet && git add . && git commit --quiet --message Edit");
    const steps: TerminalStep[] = [];
    for (const command of SHOWN) steps.push({ command, lines: await shell(project, command) });
    return steps;
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

type Shell = (cwd: string, command: string) => Promise<string[]>;

async function createShell(home: string): Promise<Shell> {
  const program = join(home, "layerwright");
  const cli = `exec '${Deno.execPath()}' run --quiet --allow-all '${
    join(CHECKOUT, "cli.ts")
  }' "$@"`;
  await Deno.writeTextFile(program, `#!/bin/sh\n${cli}\n`, { mode: 0o755 });
  const env = {
    PATH: `${home}:${Deno.env.get("PATH")}`,
    NO_COLOR: "",
    TERM: "xterm-256color",
    GIT_PAGER: "cat",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_AUTHOR_NAME: "you",
    GIT_AUTHOR_EMAIL: "you@example.com",
    GIT_COMMITTER_NAME: "you",
    GIT_COMMITTER_EMAIL: "you@example.com",
  };
  return async (cwd, command) => {
    const args = [TERMINAL, String(COLUMNS), "sh", "-c", command];
    const { code, stdout, stderr } = await runCommand(python(), args, { cwd, env });
    if (code !== 0) throw new Error(`${command} exited with ${code}\n${stdout}${stderr}`);
    return stdout.trimEnd().split("\r\n");
  };
}
