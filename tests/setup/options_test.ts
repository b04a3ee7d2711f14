/** Suggestions for misspelled ids of agents. */

import { deepEqual } from "node:assert/strict";
import { KNOWN_CLIENTS } from "../../setup/clients/clients.ts";
import { optionProblems } from "../../setup/options.ts";
import { OPTIONS } from "./wizard/person.ts";

for (
  const [given, meant] of [
    ["gemini", "Did you mean 'gemini-cli'?"],
    ["Gemini", "Did you mean 'gemini-cli'?"],
    ["claudecode", "Did you mean 'claude-code'?"],
    ["droid", "Did you mean 'factory-droid'?"],
    ["grok", "Did you mean 'grok-build'?"],
    ["vs-code", "Did you mean 'vscode' or 'vscode-insiders'?"],
    ["claude", "Did you mean 'claude-code', 'claude-desktop-local' or 'claude-desktop'?"],
    ["kilo", "Did you mean 'kilo-cli' or 'kilo-code'?"],
    ["codex-cli", "Did you mean 'codex'?"],
    ["curser", "Did you mean 'cursor'?"],
    ["api-client", null],
    ["qq1", null],
  ] as const
) {
  Deno.test(`--client ${given} is unknown: ${meant ?? "all agents are listed"}`, () => {
    const [problem, ...more] = optionProblems({ ...OPTIONS, clients: [given] }, KNOWN_CLIENTS);
    deepEqual(more, []);
    const message = `Unknown agent '${given}'.`;
    deepEqual(problem?.message, meant === null ? message : `${message} ${meant}`);
    const ids = problem?.hint?.replace("Known agents: ", "").split(", ") ?? [];
    deepEqual(ids, meant === null ? KNOWN_CLIENTS.toSorted() : []);
  });
}
