/** The declaration of a tool, shared by all transports. */

import * as z from "zod";
import type { Report } from "../core/report.ts";
import type { View } from "../presentation/view.ts";
import type { JsonSchema } from "../spec/json_schema.ts";
import type { Projects } from "../workspace/projects.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import type { Links, LinkValues } from "./links.ts";

/** The context of one call of a tool. */
export interface Call {
  readonly projects: Projects;
  /** Whether the server offers only the tools that read. */
  readonly readOnly: boolean;
  /** Aborts the call, unless it has begun to write. */
  readonly signal: AbortSignal;
  /** Creates download links; `null` if projects are on the caller's disk. */
  readonly links: Links | null;
  /** Reports the progress of a long call. */
  progress(message: string): void;
}

/** The result of a tool. */
export interface Answer {
  readonly report: Report;
  /** Formats the report. The default is the report's message. */
  readonly text?: (report: Report, view: View) => string;
  /** Whether to include patches. */
  readonly diff?: boolean;
  /** A prefix to remove from the paths of the report's changes. */
  readonly folder?: string;
  /** Download links for the change. */
  readonly links?: LinkValues;
}

/** A tool. */
export interface Tool {
  readonly name: string;
  /** Whether the tool changes files. */
  readonly writes: boolean;
  /** Whether the tool can create a project. */
  readonly makesProjects: boolean;
  /** The tool's entry in `tools/list`. */
  readonly listing: JsonSchema;
  /** Runs the tool on unchecked arguments. */
  run(args: unknown, call: Call): Promise<Answer>;
}

/** The declaration of a tool. */
export interface ToolDeclaration<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  /** The equivalent command, for reports; `null` if the command depends on the arguments. */
  readonly command: string | null;
  readonly kind: "reads" | "adds" | "replaces";
  /** Whether the tool can create a project; default: `false`. */
  readonly makesProjects?: boolean;
  /** Whether repeating a call has no further effect; default: `true`. */
  readonly isIdempotent?: boolean;
  readonly input: Input;
  /** JSON Schemas by argument. The listing shows them in place of the schemas that are derived from `input`. */
  readonly shown?: JsonSchema;
  /** Names that agents often use for an argument, each with the argument's own name. */
  readonly aliases: Readonly<Record<string, keyof z.infer<Input> & string>>;
  run(input: z.infer<Input>, call: Call): Promise<Answer>;
}

/** Creates a tool from its declaration. */
export function tool<Input extends z.ZodObject>(declaration: ToolDeclaration<Input>): Tool {
  const { name, description, kind, command, makesProjects = false } = declaration;
  const expected: Arguments<Input> = declaration;
  return {
    name,
    writes: kind !== "reads",
    makesProjects,
    listing: {
      name,
      description,
      inputSchema: inputSchema(declaration),
      annotations: annotations(declaration),
    },
    async run(args, call) {
      const read = readArguments(args, expected);
      const answer = read.kind === "report" ? read : await declaration.run(read.input, call);
      const { report } = answer;
      return { ...answer, report: { ...report, command: command ?? report.command } };
    },
  };
}

function inputSchema({ input, shown }: Pick<ToolDeclaration<z.ZodObject>, "input" | "shown">) {
  const { properties, required } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return {
    type: "object",
    properties: { ...properties, ...shown },
    ...(required !== undefined && { required }),
  };
}

/**
 * Returns the hints of a tool, except for those that the protocol has by default: that a tool writes, may
 * destroy, and is not idempotent. `openWorldHint` is `false`, because no tool uses the network.
 */
function annotations(
  { kind, isIdempotent = true }: Pick<ToolDeclaration<z.ZodObject>, "kind" | "isIdempotent">,
): JsonSchema {
  if (kind === "reads") return { readOnlyHint: true, openWorldHint: false };
  return {
    ...(kind === "adds" && { destructiveHint: false }),
    ...(isIdempotent && { idempotentHint: true }),
    openWorldHint: false,
  };
}
