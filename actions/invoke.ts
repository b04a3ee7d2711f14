/** Runs a command that was given as data. */

import type { Report } from "../core/report.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { generateApi } from "./generate_api.ts";
import { type AddedNames, placeWords } from "./added_endpoints.ts";
import { addResource } from "./generate_resource.ts";
import { addRoute } from "./generate_route.ts";
import { addSubroute } from "./generate_subroute.ts";
import type {
  EditedArguments,
  EndpointArguments,
  Invocation,
  SpecArguments,
} from "./invocation.ts";
import { parseJsonOption } from "./json_option.ts";
import type { RunOptions } from "./run_planner.ts";

/** Options of a run that are not part of the command, because they depend on where it runs. */
export interface InvokeOptions extends RunOptions {
  /** Whether the project's file system ignores case in file names; default: `false`. */
  readonly foldsCase?: boolean;
  /** The path of the project's folder in suggested commands; default: the project's name. */
  readonly folder?: string;
  /** Whether the report's paths are relative to the project's folder; default: as in the invocation. */
  readonly isInside?: boolean;
}

/**
 * Runs a command on a project. The invocation must have the right types; its values may be hostile.
 */
export async function invoke(
  invocation: Invocation,
  workspace: Workspace,
  options: InvokeOptions,
): Promise<Report> {
  switch (invocation.command) {
    case "generate api": {
      const { name, spec, inside = false, prune = false, ...given } = invocation.arguments;
      const { keep = [], replace = [], restore = [] } = given;
      return await generateApi(workspace, name, spec, {
        isInside: inside,
        ...options,
        ...specOptions(given),
        ...editedOptions(given),
        keep,
        replace,
        restore,
        prune,
      });
    }
    case "generate route": {
      const { route, subroutes, no_model: noModel = false, ...given } = invocation.arguments;
      return await addRoute(workspace, route, {
        ...options,
        ...endpointOptions(given, { route, subroute: null }),
        model: !noModel,
        ...(subroutes !== undefined && { subroutes }),
      });
    }
    case "generate resource": {
      const { route, example, example_path: examplePath, id_field: idField } = invocation.arguments;
      return await addResource(workspace, route, {
        ...options,
        example: parseJsonOption("example", example, placeWords({ route, subroute: null })),
        ...(examplePath !== undefined && { examplePath }),
        ...(idField !== undefined && { idField }),
      });
    }
    case "generate subroute": {
      const { route, subroute, ...given } = invocation.arguments;
      const added = endpointOptions(given, { route, subroute });
      return await addSubroute(workspace, route, subroute, { ...options, ...added });
    }
    default:
      return await invokeLate(invocation, workspace, options);
  }
}

/** A command whose code is loaded only when the command runs. */
type LateInvocation = Exclude<Invocation, { readonly command: `generate ${string}` }>;

async function invokeLate(
  invocation: LateInvocation,
  workspace: Workspace,
  options: InvokeOptions,
): Promise<Report> {
  const actions = await import("./late_actions.ts");
  switch (invocation.command) {
    case "remove route": {
      const { route, type, ...given } = invocation.arguments;
      const own = { ...editedOptions(given), ...(type !== undefined && { type }) };
      return await actions.removeRoute(workspace, route, { ...options, ...own });
    }
    case "remove subroute": {
      const { route, subroute, type, ...given } = invocation.arguments;
      const own = { ...editedOptions(given), ...(type !== undefined && { type }) };
      return await actions.removeSubroute(workspace, route, subroute, { ...options, ...own });
    }
    case "rename route": {
      const { route, to } = invocation.arguments;
      return await actions.renameRoute(workspace, route, to, options);
    }
    case "rename subroute": {
      const { route, subroute, to } = invocation.arguments;
      return await actions.renameSubroute(workspace, route, subroute, to, options);
    }
    case "upgrade": {
      const { name, ...given } = invocation.arguments;
      return await actions.upgradeProject(workspace, name, { ...options, ...editedOptions(given) });
    }
    case "undo": {
      const { id, ...given } = invocation.arguments;
      const own = { ...editedOptions(given), ...(id !== undefined && { id }) };
      return await actions.undo(workspace, { ...options, ...own });
    }
    case "redo":
      return await actions.redo(workspace, { ...options, ...editedOptions(invocation.arguments) });
    case "adopt": {
      const { name, spec, ...given } = invocation.arguments;
      return await actions.adoptProject(workspace, name, spec, {
        ...options,
        ...specOptions(given),
      });
    }
  }
}

function specOptions({ spec_path, spec_file }: Pick<SpecArguments, "spec_path" | "spec_file">) {
  return {
    ...(spec_path !== undefined && { specPath: spec_path }),
    ...(spec_file !== undefined && { specFile: spec_file }),
  };
}

function editedOptions({ keep_edited, force }: EditedArguments) {
  return { keepEdited: keep_edited === true, force: force === true };
}

function endpointOptions(
  { body, body_path: bodyPath, mock, mock_path: mockPath, ...given }: EndpointArguments,
  names: AddedNames,
) {
  const place = placeWords(names);
  return {
    ...given,
    body: body === undefined ? null : parseJsonOption("body", body, place),
    ...(bodyPath !== undefined && { bodyPath }),
    mock: mock === undefined ? null : parseJsonOption("mock", mock, place),
    ...(mockPath !== undefined && { mockPath }),
  };
}
