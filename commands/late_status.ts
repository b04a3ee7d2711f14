/** The code behind `status`. Like `late_agents.ts`, it is one module that is loaded late. */

export { projectStatus } from "../actions/project_status.ts";
export { DRIFT } from "../generators/compare/project_state.ts";
export { presentAnnotations, presentStatus } from "../presentation/present_status.ts";
