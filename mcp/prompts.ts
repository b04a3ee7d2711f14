/** The prompt `design_api`. */

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { quotable } from "../core/printable.ts";

const NAME = "design_api";

/** The result of `prompts/list`. */
export const PROMPTS = {
  prompts: [{
    name: NAME,
    title: "Design an API",
    description: "Design an API together, then generate it",
    arguments: [
      { name: "purpose", description: "What the API is for", required: true },
      { name: "project", description: "Folder to create", required: false },
    ],
  }],
};

/** The result of `prompts/list` on a read-only server, which does not offer the tool that the prompt uses. */
export const NO_PROMPTS = { prompts: [] };

/**
 * Returns the result of `prompts/get`.
 *
 * @throws {ProtocolError} If the prompt does not exist, or its purpose is missing.
 */
export function getPrompt(
  name: string,
  args: Readonly<Record<string, string>> = {},
  readOnly: boolean,
) {
  if (name !== NAME || readOnly) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt '${quotable(name)}'`);
  }
  const { purpose, project } = args;
  if (purpose === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Missing argument 'purpose'");
  }
  const content = { type: "text" as const, text: text(purpose, project) };
  return { messages: [{ role: "user" as const, content }] };
}

function text(purpose: string, project: string | undefined): string {
  const folder = project === undefined ? "a suitable folder name" : `project "${project}"`;
  return `Let us design an HTTP API and generate it with Layerwright.

Purpose: ${purpose}

1. Ask me at most three questions. Ask only about points that affect the routes or their responses.
2. Propose the spec: routes with their methods, subroutes, and a realistic mock for each endpoint that
   returns data. A mock's shape becomes the endpoint's typed model, so include every field.
3. Check the spec with validate_spec. Once I agree, call generate_api with ${folder}.
4. Show me the endpoints, and how to start the server.`;
}
