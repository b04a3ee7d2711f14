/** What a tool is: declared once, for every way in which agents reach it. */

import * as z from "zod";
import type { Report } from "../core/report.ts";
import type { View } from "../presentation/view.ts";
import type { JsonSchema } from "../spec/schema.ts";
import type { Projects } from "../workspace/projects.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import type { Links, LinkValues } from "./links.ts";

/** One call of a tool: who may reach what, and for how long. */
export interface Call {
  readonly projects: Projects;
  /** Whether the tools that write are left out. */
  readonly readOnly: boolean;
  /** Aborts what has not begun to write. */
  readonly signal: AbortSignal;
  /** Makes addresses of what was changed; `null` where it is on the caller's disk. */
  readonly links: Links | null;
  /** Says how far a long call is. */
  progress(message: string): void;
}

/** What a tool answers. */
export interface Answer {
  readonly report: Report;
  /** The report in words; its message, if left out. */
  readonly text?: (report: Report, view: View) => string;
  /** Whether patches were asked for. */
  readonly diff?: boolean;
  /** What stands before the paths of the report's changes and is not part of them. */
  readonly folder?: string;
  /** Where what was changed can be fetched. */
  readonly links?: LinkValues;
}

export interface Tool {
  readonly name: string;
  /** Whether it changes files. */
  readonly writes: boolean;
  /** Whether it makes a project where there is none. */
  readonly makesProjects: boolean;
  /** As `tools/list` shows it. */
  readonly listing: JsonSchema;
  /** Runs the tool on arguments that nobody has looked at. */
  run(args: unknown, call: Call): Promise<Answer>;
}

/** A tool's declaration. */
export interface ToolDeclaration<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The command that does the same, as reports name it. */
  readonly command: string;
  readonly kind: "reads" | "adds" | "replaces";
  readonly input: Input;
  /** JSON Schemas that stand in the listing for those of the input. */
  readonly shown?: JsonSchema;
  /** What else agents call an argument. */
  readonly aliases: Readonly<Record<string, keyof z.infer<Input> & string>>;
  run(input: z.infer<Input>, call: Call): Promise<Answer>;
}

/** Declares a tool. */
export function tool<Input extends z.ZodObject>(declaration: ToolDeclaration<Input>): Tool {
  const { name, title, description, kind, command } = declaration;
  const expected: Arguments<Input> = declaration;
  return {
    name,
    writes: kind !== "reads",
    makesProjects: kind === "replaces",
    listing: {
      name,
      title,
      description,
      inputSchema: inputSchema(declaration),
      annotations: annotations(kind),
    },
    async run(args, call) {
      const read = readArguments(args, expected);
      const answer = read.kind === "report" ? read : await declaration.run(read.input, call);
      return { ...answer, report: { ...answer.report, command } };
    },
  };
}

function inputSchema({ input, shown }: Pick<ToolDeclaration<z.ZodObject>, "input" | "shown">) {
  const { properties, required } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { type: "object", properties: { ...properties, ...shown }, required: required ?? [] };
}

// Running any of the tools twice changes nothing more, and none of them leaves this computer.
function annotations(kind: "reads" | "adds" | "replaces"): JsonSchema {
  const common = { idempotentHint: true, openWorldHint: false };
  if (kind === "reads") return { readOnlyHint: true, ...common };
  return { readOnlyHint: false, destructiveHint: kind === "replaces", ...common };
}
