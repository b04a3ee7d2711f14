/** Projects with a planned change of each command, for tests of plan files. */

import {
  adoptProject,
  changeRoute,
  changeSubroute,
  createMemoryWorkspace,
  generateApi,
  generateResource,
  generateRoute,
  generateSubroute,
  type MemoryWorkspace,
  projectPath,
  redo,
  removeRoute,
  removeSubroute,
  renameRoute,
  renameSubroute,
  type Report,
  type RunOptions,
  undo,
  upgradeProject,
  type Workspace,
} from "../../mod.ts";
import { asOtherVersion } from "../generators/upgrade/other_templates.ts";

/** A change that can be planned. */
export interface PlannedChange {
  readonly words: string;
  /** Returns a project in which the command changes something. */
  readonly project: () => Promise<MemoryWorkspace>;
  readonly run: (workspace: Workspace, options: RunOptions) => Promise<Report>;
}

const SPEC = {
  routes: {
    products: {
      type: "GET",
      mock: [{ id: 1, name: "Teapot" }],
      subroutes: { featured: { type: "GET", mock: { id: 1 } }, hold: { type: "POST" } },
    },
    orders: { type: "GET" },
  },
} as const;

const GROWN = {
  routes: {
    ...SPEC.routes,
    invoices: {
      type: "POST",
      mock: { id: 7, due: "today" },
      subroutes: { last: { type: "DELETE", status: 204 } },
    },
  },
} as const;

const SERVICE = projectPath("api/services/orders_service.py");

let shop: Promise<ReadonlyMap<string, string>> | null = null;

/** Returns a generated project with a hand edit. */
export async function generatedShop(): Promise<MemoryWorkspace> {
  shop ??= (async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", SPEC);
    return workspace.files();
  })();
  const files = Object.fromEntries(await shop);
  const edited = `${files[SERVICE]}\n\ndef ours() -> None:\n    """Ours."""\n`;
  return createMemoryWorkspace({ ...files, [SERVICE]: edited });
}

/** Returns a project after some commands. */
async function shopAfter(
  ...commands: readonly ((workspace: Workspace) => Promise<Report>)[]
): Promise<MemoryWorkspace> {
  const workspace = await generatedShop();
  for (const command of commands) await command(workspace);
  return workspace;
}

async function unrecorded(): Promise<MemoryWorkspace> {
  const files = [...(await generatedShop()).files()];
  return createMemoryWorkspace(
    Object.fromEntries(files.filter(([path]) => !path.startsWith(".layerwright/"))),
  );
}

async function withoutDockerignore(): Promise<MemoryWorkspace> {
  const files = Object.fromEntries((await generatedShop()).files());
  const { [".dockerignore"]: _, ...rest } = files;
  return createMemoryWorkspace(rest);
}

/** Returns a project with a hand-written service. */
async function editedShop(): Promise<MemoryWorkspace> {
  const files = Object.fromEntries((await generatedShop()).files());
  const service = files[SERVICE]?.replace(/^( +)(return .*)$/m, "$1print('ours')\n$1$2") ?? "";
  return createMemoryWorkspace({ ...files, [SERVICE]: service });
}

/** Returns a project that another version generated, with an edit of a definition that differs. */
function generatedElsewhere(): Promise<MemoryWorkspace> {
  return asOtherVersion(async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", SPEC);
    const files = Object.fromEntries(workspace.files());
    const service = files[SERVICE]?.replace(/^( +)(return .*)$/m, "$1print('ours')\n$1$2") ?? "";
    return createMemoryWorkspace({ ...files, [SERVICE]: service });
  });
}

const addInvoices = (workspace: Workspace) => generateRoute(workspace, "invoices");

/** A change by each command. */
export const PLANNED_CHANGES: readonly PlannedChange[] = [
  {
    words: "generate api (a new project)",
    project: () => Promise.resolve(createMemoryWorkspace()),
    run: (workspace, options) => generateApi(workspace, "shop", SPEC, options),
  },
  {
    words: "generate api (text, with new routes)",
    project: generatedShop,
    run: (workspace, options) =>
      generateApi(workspace, "shop", JSON.stringify(GROWN), {
        ...options,
        isInside: true,
        specPath: "../shop.json",
        specFile: "../shop.json",
      }),
  },
  {
    words: "generate api --prune --restore",
    project: withoutDockerignore,
    run: (workspace, options) =>
      generateApi(workspace, "shop", { routes: { products: SPEC.routes.products } }, {
        ...options,
        prune: true,
        restore: ["shop/.dockerignore"],
      }),
  },
  {
    words: "generate route",
    project: generatedShop,
    run: (workspace, options) =>
      generateRoute(workspace, "invoices", {
        ...options,
        type: "PUT",
        mock: { "it's": [1.5, null, "\u202e"] },
        subroutes: '{"last": {"type": "GET", "mock": [1.0]}}',
      }),
  },
  {
    words: "generate route --no-model",
    project: generatedShop,
    run: (workspace, options) => generateRoute(workspace, "rates", { ...options, model: false }),
  },
  {
    words: "generate resource",
    project: generatedShop,
    run: (workspace, options) =>
      generateResource(workspace, "parts", [{ no: "it's", "note?": null }], {
        ...options,
        idField: "no",
      }),
  },
  {
    words: "generate subroute",
    project: generatedShop,
    run: (workspace, options) =>
      generateSubroute(workspace, "products", "sale", {
        ...options,
        type: "POST",
        mock: [{ a: 1 }],
      }),
  },
  {
    words: "remove route",
    project: generatedShop,
    run: (workspace, options) => removeRoute(workspace, "products", options),
  },
  {
    words: "remove subroute",
    project: generatedShop,
    run: (workspace, options) => removeSubroute(workspace, "products", "featured", options),
  },
  {
    words: "remove subroute --type --force",
    project: generatedShop,
    run: (workspace, options) =>
      removeSubroute(workspace, "products", "hold", { ...options, type: "POST", force: true }),
  },
  {
    words: "remove route --keep-edited",
    project: generatedShop,
    run: (workspace, options) => removeRoute(workspace, "orders", { ...options, keepEdited: true }),
  },
  {
    words: "remove route --force",
    project: editedShop,
    run: (workspace, options) => removeRoute(workspace, "orders", { ...options, force: true }),
  },
  {
    words: "change subroute",
    project: generatedShop,
    run: (workspace, options) =>
      changeSubroute(workspace, "products", "featured", { ...options, mock: [{ id: 1.5 }] }),
  },
  {
    words: "change route --force",
    project: editedShop,
    run: (workspace, options) =>
      changeRoute(workspace, "orders", { ...options, type: "GET", status: 203, force: true }),
  },
  {
    words: "rename route of edited code",
    project: editedShop,
    run: (workspace, options) => renameRoute(workspace, "orders", "purchases", options),
  },
  {
    words: "rename route",
    project: generatedShop,
    run: (workspace, options) => renameRoute(workspace, "products", "catalog", options),
  },
  {
    words: "rename subroute",
    project: generatedShop,
    run: (workspace, options) => renameSubroute(workspace, "products", "featured", "best", options),
  },
  {
    words: "adopt",
    project: unrecorded,
    run: (workspace, options) => adoptProject(workspace, "shop", SPEC, options),
  },
  {
    words: "upgrade",
    project: generatedElsewhere,
    run: (workspace, options) => upgradeProject(workspace, "shop", options),
  },
  {
    words: "upgrade --keep-edited",
    project: generatedElsewhere,
    run: (workspace, options) =>
      upgradeProject(workspace, "shop", { ...options, keepEdited: true }),
  },
  {
    words: "generate subroute with the default response",
    project: editedShop,
    run: (workspace, options) => generateSubroute(workspace, "orders", "open", options),
  },
  {
    words: "undo",
    project: () => shopAfter(addInvoices),
    run: (workspace, options) => undo(workspace, options),
  },
  {
    words: "redo",
    project: () => shopAfter(addInvoices, undo),
    run: (workspace, options) => redo(workspace, options),
  },
];
