import { deepEqual, equal } from "node:assert/strict";
import type { AdoptProjectOptions } from "../../actions/adopt_project.ts";
import {
  argumentsOf,
  type ChangingCommand,
  COMMANDS,
  filedName,
  type Given,
} from "../../actions/commands.ts";
import type { ChangeOptions } from "../../actions/change.ts";
import type { GenerateApiOptions } from "../../actions/generate_api.ts";
import type { GenerateResourceOptions } from "../../actions/generate_resource.ts";
import type { GenerateRouteOptions } from "../../actions/generate_route.ts";
import type { GenerateSubrouteOptions } from "../../actions/generate_subroute.ts";
import type { RemoveOptions } from "../../actions/remove.ts";
import type { RunOptions } from "../../actions/run_planner.ts";
import type { RedoOptions, UndoOptions } from "../../actions/undo.ts";
import type { UpgradeProjectOptions } from "../../actions/upgrade_project.ts";

/** The options of the library, by command. */
interface LibraryOptions {
  "generate api": GenerateApiOptions;
  "generate route": GenerateRouteOptions;
  "generate resource": GenerateResourceOptions;
  "generate subroute": GenerateSubrouteOptions;
  "generate docs": RunOptions;
  "change route": ChangeOptions;
  "change subroute": ChangeOptions;
  "remove route": RemoveOptions;
  "remove subroute": RemoveOptions;
  "remove docs": RemoveOptions;
  "rename route": RunOptions;
  "rename subroute": RunOptions;
  upgrade: UpgradeProjectOptions;
  undo: UndoOptions;
  redo: RedoOptions;
  adopt: AdoptProjectOptions;
}

/** The arguments that are parameters in the library, and the paths of files with JSON. */
type Parameter =
  | "name"
  | "spec"
  | "route"
  | "subroute"
  | "to"
  | "example"
  | `${"query" | "headers" | "list" | "body" | "mock" | "example"}Path`;

/** Two arguments that the library names differently: `isInside` and `model`. */
type Renamed = "inside" | "noModel";

type Missing = {
  [Command in ChangingCommand]: Exclude<
    keyof Given<Command>,
    keyof LibraryOptions[Command] | Parameter | Renamed
  >;
}[ChangingCommand];

/** `true`, or the arguments that the library lacks, which the compiler names. */
type IsComplete = [Missing] extends [never] ? true : Missing;

Deno.test("the library has an option for each argument of a command", () => {
  const isComplete: IsComplete = true;
  equal(isComplete, true);
});

for (const command of Object.keys(COMMANDS) as ChangingCommand[]) {
  Deno.test(`the arguments of ${command} have names of their own, and words for people`, () => {
    const rows = argumentsOf(command);
    const names = rows.map(([name]) => filedName(name));
    deepEqual(names.filter((name) => !/^[a-z_]+$/.test(name)), []);
    const bare = rows.filter(([, { typed, help }]) => typed !== undefined && help === undefined);
    deepEqual(bare.map(([name]) => name), []);
  });
}
