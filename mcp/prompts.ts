/** The one prompt: designing an API together. */

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { quotable } from "../core/printable.ts";

const NAME = "design_api";

/** What `prompts/list` answers. */
export const PROMPTS = {
  prompts: [{
    name: NAME,
    title: "Design an API",
    description: "Design an API together, then generate it",
    arguments: [
      { name: "purpose", description: "What the API is for", required: true },
      { name: "project", description: "Folder to make", required: false },
    ],
  }],
};

/** What it answers where nothing can be generated: the prompt would lead to a tool that is not there. */
export const NO_PROMPTS = { prompts: [] };

/**
 * What `prompts/get` answers.
 *
 * @throws {ProtocolError} If there is no such prompt, or its purpose is missing.
 */
export function getPrompt(
  name: string,
  args: Readonly<Record<string, string>> = {},
  readOnly: boolean,
) {
  if (name !== NAME || readOnly) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No prompt '${quotable(name)}'`);
  }
  const { purpose, project } = args;
  if (purpose === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Missing argument 'purpose'");
  }
  const content = { type: "text" as const, text: text(purpose, project) };
  return { messages: [{ role: "user" as const, content }] };
}

function text(purpose: string, project: string | undefined): string {
  const folder = project === undefined ? "a folder name that fits" : `project "${project}"`;
  return `Let us design an HTTP API and generate it with Layerwright.

What it is for: ${purpose}

1. Ask me at most three questions, only about what changes the routes or their answers.
2. Propose the spec: routes with their methods, subroutes, and a realistic mock for each endpoint that
   answers data. A mock's shape becomes the endpoint's typed model, so give every field.
3. Check it with validate_spec. Once I agree, call generate_api with ${folder}.
4. Show me the endpoints, and how to start the server.`;
}
