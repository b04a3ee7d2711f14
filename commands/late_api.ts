/** The code behind `generate api`. Like `late_agents.ts`, it is one module that is loaded late. */

export { generateApi } from "../actions/generate_api.ts";
export { presentApi } from "../presentation/present_api.ts";
export { presentConflicts } from "../presentation/present_conflicts.ts";
export { findApiPlace } from "./api_place.ts";
