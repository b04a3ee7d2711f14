/** A checked spec: what Layerwright makes an API from. */

import type { Json } from "../core/json.ts";

/** The method of HTTP that an endpoint answers to. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

export const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** What every endpoint has, be it a route's own or a subroute's. */
export interface EndpointSpec {
  readonly method: Method;
  /** What the endpoint answers, each key once; `null` is no mock, other than a mock of JSON's null. */
  readonly mock: Json | null;
}

export interface SubrouteSpec extends EndpointSpec {
  readonly name: string;
}

export interface RouteSpec extends EndpointSpec {
  readonly name: string;
  readonly subroutes: readonly SubrouteSpec[];
}

export interface ApiSpec {
  /** Shown to people, used nowhere else. */
  readonly description: string | null;
  readonly routes: readonly RouteSpec[];
}

/** Endpoints of a spec: one for each route and one for each subroute. */
export function countEndpoints({ routes }: ApiSpec): number {
  return routes.reduce((sum, route) => sum + 1 + route.subroutes.length, 0);
}

/**
 * Reads a method's name in any case.
 *
 * @returns The method, or `null` if it is none that Layerwright knows.
 */
export function parseMethod(text: string): Method | null {
  // Lower case: the upper case of some other letters, such as that of a long s, is ASCII.
  return METHODS.find((method) => method.toLowerCase() === text.toLowerCase()) ?? null;
}
