/** A user's program that calls everything except the disk workspace, without permissions. */

import {
  analyzeProject,
  checkRouteExists,
  createDiskWorkspace,
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  getProjectInfo,
  projectPath,
  validateSpec,
  WorkspaceError,
} from "@layerwright/layerwright";

const workspace = createMemoryWorkspace();
const spec = '{ "routes": { "users": { "type": "GET", "mock": [{ "id": 1.0 }] } } }';
const reports = [
  validateSpec(spec),
  await generateApi(workspace, "shop", spec, { dryRun: true, diff: true }),
  await generateApi(workspace, "shop", spec),
  await generateRoute(workspace, "orders", { type: "POST" }),
  await generateSubroute(workspace, "users", "active", { mock: true }),
  await generateApi(workspace, "shop", "{}"),
  await analyzeProject(workspace, "shop"),
  await getProjectInfo(workspace, "shop"),
  await checkRouteExists(workspace, "orders"),
];
for (const { command, status } of reports) console.log(`${command}: ${status}`);
console.log(workspace.files().has(projectPath("api/routes/orders_route.py")));
await workspace.read([projectPath("api")]).catch((problem) => {
  console.log(problem instanceof WorkspaceError, problem.message);
});
await createDiskWorkspace(".").entries(null).then(
  () => console.log("the disk was read"),
  (problem) => console.log(problem.name),
);
