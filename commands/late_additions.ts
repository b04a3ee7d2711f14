/**
 * The code behind `generate route`, `generate subroute` and `generate resource`. Like `late_agents.ts`, it is
 * one module that is loaded late.
 */

export { addResource } from "../actions/generate_resource.ts";
export { addRoute } from "../actions/generate_route.ts";
export { addSubroute } from "../actions/generate_subroute.ts";
export { ID_FIELD_HINT } from "../spec/read_resource.ts";
