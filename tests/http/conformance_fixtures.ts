/**
 * The tools, resources and prompts that the protocol's conformance suite calls. The suite's scenarios
 * determine the names and texts. Only tests use them.
 */

import {
  acceptedContent,
  type BooleanSchema,
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  createRequestStateCodec,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  McpServer,
  ResourceTemplate,
  type ServerContext,
  type ServerOptions,
  type StringSchema,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { sleep } from "../../core/sleep.ts";

/** A PNG of one pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** A WAV file without samples. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const ANY_TEXT: StringSchema = { type: "string" };

const PAUSE_MS = 50;

/** Signs the state that a client carries from one round to the next. */
const state = createRequestStateCodec<{ readonly step: number }>({
  key: crypto.getRandomValues(new Uint8Array(32)),
});

/** The options of a server for the fixtures. */
export const FIXTURE_OPTIONS: ServerOptions = {
  capabilities: {
    completions: {},
    logging: {},
    prompts: { listChanged: false },
    resources: { listChanged: false },
    tools: { listChanged: false },
  },
  requestState: { verify: state.verify },
};

/** Creates a server with every fixture, for one request. */
export function createFixtureServer(): McpServer {
  const server = new McpServer({ name: "conformance-fixtures", version: "1.0.0" }, FIXTURE_OPTIONS);
  registerFixtures(server);
  return server;
}

/** Registers every fixture on a server made with {@linkcode FIXTURE_OPTIONS}. */
export function registerFixtures(server: McpServer): void {
  registerContentTools(server);
  registerNotifyingTools(server);
  registerAskingTools(server);
  registerRoundTools(server);
  registerResources(server);
  registerPrompts(server);
}

function text(value: string) {
  return { content: [{ type: "text" as const, text: value }] };
}

function pause(): Promise<void> {
  return sleep(PAUSE_MS);
}

/** Tools whose results have each kind of content. */
function registerContentTools(server: McpServer): void {
  server.registerTool(
    "test_simple_text",
    { description: "Answers with text" },
    () => text("This is a simple text response for testing."),
  );
  server.registerTool(
    "test_image_content",
    { description: "Answers with an image" },
    () => ({ content: [{ type: "image", data: PNG, mimeType: "image/png" }] }),
  );
  server.registerTool(
    "test_audio_content",
    { description: "Answers with sound" },
    () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  );
  server.registerTool(
    "test_embedded_resource",
    { description: "Answers with an embedded resource" },
    () => ({
      content: [{
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      }],
    }),
  );
  server.registerTool(
    "test_multiple_content_types",
    { description: "Answers with text, an image and a resource" },
    () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        { type: "image", data: PNG, mimeType: "image/png" },
        {
          type: "resource",
          resource: {
            uri: "test://mixed-content-resource",
            mimeType: "application/json",
            text: JSON.stringify({ test: "data", value: 123 }),
          },
        },
      ],
    }),
  );
  server.registerTool(
    "test_error_handling",
    { description: "Always fails" },
    () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  );
}

/** Tools that send notifications before they answer. */
function registerNotifyingTools(server: McpServer): void {
  server.registerTool(
    "test_tool_with_logging",
    { description: "Sends three log messages" },
    async (ctx) => {
      await ctx.mcpReq.log("info", "Tool execution started");
      await pause();
      await ctx.mcpReq.log("info", "Tool processing data");
      await pause();
      await ctx.mcpReq.log("info", "Tool execution completed");
      return text("Sent three log messages");
    },
  );
  server.registerTool(
    "test_logging_tool",
    { description: "Sends a log message if the request asks for them" },
    async (ctx) => {
      await ctx.mcpReq.log("info", "Tool executed");
      return text("Logged");
    },
  );
  server.registerTool(
    "test_tool_with_progress",
    { description: "Reports progress: 0, 50 and 100 of 100" },
    async (ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progress > 0) await pause();
        if (progressToken === undefined) continue;
        await ctx.mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      }
      return text("Reported progress");
    },
  );
}

/** Returns a request that asks a person for one value. */
function ask(message: string, name: string, schema: StringSchema | BooleanSchema = ANY_TEXT) {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: schema }, required: [name] },
  });
}

/** Asks the client's model. */
function askModel(question: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens,
  });
}

/** Tools that need input from the client. */
function registerAskingTools(server: McpServer): void {
  server.registerTool(
    "test_input_required_result_elicitation",
    { description: "Asks for a name, then greets" },
    (ctx) => {
      const answer = acceptedContent(
        ctx.mcpReq.inputResponses,
        "user_name",
        z.object({ name: z.string() }),
      );
      if (answer !== undefined) return text(`Hello, ${answer.name}!`);
      return inputRequired({ inputRequests: { user_name: ask("What is your name?", "name") } });
    },
  );
  server.registerTool(
    "test_input_required_result_sampling",
    { description: "Asks the client's model for a capital" },
    (ctx) => {
      const answer = inputResponse(ctx.mcpReq.inputResponses, "capital_question");
      if (answer.kind === "sampling") return text(JSON.stringify(answer.result.content));
      return inputRequired({
        inputRequests: { capital_question: askModel("What is the capital of France?", 100) },
      });
    },
  );
  server.registerTool(
    "test_input_required_result_list_roots",
    { description: "Asks for the client's roots" },
    (ctx) => {
      const answer = inputResponse(ctx.mcpReq.inputResponses, "client_roots");
      if (answer.kind === "roots") return text(JSON.stringify(answer.roots));
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  );
  server.registerTool(
    "test_input_required_result_capabilities",
    { description: "Asks only what the client says it can answer" },
    (ctx) => {
      const inputRequests = {
        ...(declares(ctx, "elicitation") && { name: ask("What is your name?", "name") }),
        ...(declares(ctx, "sampling") && { greeting: askModel("Generate a greeting", 50) }),
      };
      if (Object.keys(inputRequests).length === 0) return text("Nothing can be asked");
      return inputRequired({ inputRequests });
    },
  );
  server.registerTool(
    "test_missing_capability",
    { description: "Needs a client that can sample" },
    () => inputRequired({ inputRequests: { greeting: askModel("Generate a greeting", 50) } }),
  );
  server.registerTool(
    "test_streaming_elicitation",
    { description: "Asks a person, without a request of the server's own" },
    () => inputRequired({ inputRequests: { name: ask("What is your name?", "name") } }),
  );
}

/** Reports whether the request declares a client's capability. */
function declares(ctx: ServerContext, capability: string): boolean {
  // The SDK's type of the envelope has no keys.
  const envelope: Readonly<Record<string, unknown>> = ctx.mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY];
  return typeof declared === "object" && declared !== null && Object.hasOwn(declared, capability);
}

/** Tools whose state the client carries from one round to the next. */
function registerRoundTools(server: McpServer): void {
  for (
    const name of [
      "test_input_required_result_request_state",
      "test_input_required_result_tampered_state",
    ]
  ) {
    server.registerTool(
      name,
      { description: "Asks for a confirmation and checks the state that comes back" },
      async (ctx) => {
        if (step(ctx) === 1) return text("state-ok");
        return inputRequired({
          inputRequests: { confirm: ask("Please confirm", "ok", { type: "boolean" }) },
          requestState: await state.mint({ step: 1 }),
        });
      },
    );
  }
  server.registerTool(
    "test_input_required_result_multiple_inputs",
    { description: "Asks a person, the model and the client at once" },
    async (ctx) => {
      const given = ctx.mcpReq.inputResponses ?? {};
      const inputRequests = {
        user_name: ask("What is your name?", "name"),
        greeting: askModel("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      };
      if (Object.keys(inputRequests).every((key) => Object.hasOwn(given, key))) {
        return text("All three were answered");
      }
      return inputRequired({ inputRequests, requestState: await state.mint({ step: 1 }) });
    },
  );
  server.registerTool(
    "test_input_required_result_multi_round",
    { description: "Asks twice, one after the other" },
    async (ctx) => {
      const done = step(ctx);
      if (done === 2) return text("Both steps were answered");
      return done === 1
        ? await round(2, "Step 2: What is your favorite color?", "color")
        : await round(1, "Step 1: What is your name?", "name");
    },
  );
}

/** Returns the last step, which is in the state that the client sent back. */
function step(ctx: ServerContext): number {
  return ctx.mcpReq.requestState<{ readonly step: number }>()?.step ?? 0;
}

async function round(number: number, message: string, name: string): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: { [`step${number}`]: ask(message, name) },
    requestState: await state.mint({ step: number }),
  });
}

function registerResources(server: McpServer): void {
  server.registerResource(
    "static-text",
    "test://static-text",
    { description: "A text", mimeType: "text/plain" },
    (uri) => ({
      contents: [{
        uri: uri.href,
        mimeType: "text/plain",
        text: "This is the content of the static text resource.",
      }],
    }),
  );
  server.registerResource(
    "static-binary",
    "test://static-binary",
    { description: "An image", mimeType: "image/png" },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: "image/png", blob: PNG }] }),
  );
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { description: "The data of an id", mimeType: "application/json" },
    (uri, { id }) => ({
      contents: [{
        uri: uri.href,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      }],
    }),
  );
  // Subscriptions never have notifications, so there is nothing to store.
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "test_simple_prompt",
    { description: "A prompt without arguments" },
    () => user({ type: "text", text: "This is a simple prompt for testing." }),
  );
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "A prompt with two arguments",
      argsSchema: z.object({
        arg1: completable(
          z.string().describe("First test argument"),
          (typed) => ["paris", "park", "party"].filter((value) => value.startsWith(typed)),
        ),
        arg2: z.string().describe("Second test argument"),
      }),
    },
    ({ arg1, arg2 }) =>
      user({ type: "text", text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    {
      description: "A prompt with a resource in it",
      argsSchema: z.object({ resourceUri: z.string().describe("URI of the resource to embed") }),
    },
    ({ resourceUri: uri }) =>
      user(
        {
          type: "resource",
          resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
        { type: "text", text: "Please process the embedded resource above." },
      ),
  );
  server.registerPrompt(
    "test_prompt_with_image",
    { description: "A prompt with an image in it" },
    () =>
      user(
        { type: "image", data: PNG, mimeType: "image/png" },
        { type: "text", text: "Please analyze the image above." },
      ),
  );
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "A prompt that asks for its context" },
    (ctx) => {
      const answer = acceptedContent(
        ctx.mcpReq.inputResponses,
        "user_context",
        z.object({ context: z.string() }),
      );
      if (answer !== undefined) return user({ type: "text", text: `Use ${answer.context}` });
      return inputRequired({
        inputRequests: { user_context: ask("What context should the prompt use?", "context") },
      });
    },
  );
}

/** Returns a prompt whose messages all come from the user. */
function user(...contents: GetPromptResult["messages"][number]["content"][]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: "user", content })) };
}
