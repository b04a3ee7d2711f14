/** All code that commands load late, apart from the code for coding agents, which is large. */

export * as resource from "../actions/generate_resource.ts";
export * as route from "../actions/generate_route.ts";
export * as subroute from "../actions/generate_subroute.ts";
export * as validation from "../actions/validate_spec.ts";
export * as address from "../http/address.ts";
export * as locations from "../generators/add/created_locations.ts";
export * as support from "../generators/add/plan_support.ts";
export * as api from "./late_api.ts";
export * as changes from "./late_changes.ts";
export * as commands from "./late_commands.ts";
export * as plans from "./late_plans.ts";
export * as status from "./late_status.ts";
export * as mock from "./serve_mock.ts";
