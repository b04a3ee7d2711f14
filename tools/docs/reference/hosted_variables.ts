/** The variables of a server for a team, in the words of the page that lists them. */

import { LIMITS } from "../../../hosted/accounts/limits.ts";
import { grouped } from "../../../core/report.ts";

/** What a variable sets. */
export interface Variable {
  readonly name: string;
  readonly sets: string;
  /** What goes without it; empty where that goes without saying. */
  readonly default: string;
}

/** All of them; a test holds that the server reads these and no others. */
export const HOSTED_VARIABLES: readonly Variable[] = [
  {
    name: "LAYERWRIGHT_MODE",
    sets: "`hosted` for this kind of server",
    default: "`local`",
  },
  {
    name: "LAYERWRIGHT_PUBLIC_URL",
    sets: "the address that people see; with https, cookies are for https alone",
    default: "where it listens",
  },
  {
    name: "LAYERWRIGHT_HOST",
    sets: "the address to listen on; other than loopback ones need a public address",
    default: "`127.0.0.1`",
  },
  { name: "LAYERWRIGHT_PORT", sets: "the port; 0 for any that is free", default: "8000" },
  {
    name: "LAYERWRIGHT_DATA",
    sets: "the folder of the embedded database, SQLite",
    default: "`data`",
  },
  {
    name: "DATABASE_URL",
    sets: "a Postgres instead (`postgres://...`), which many servers can share",
    default: "",
  },
  {
    name: "LAYERWRIGHT_ALLOWED_HOSTS",
    sets: "further names that it answers to, with commas",
    default: "",
  },
  {
    name: "LAYERWRIGHT_TRUSTED_PROXIES",
    sets: "the proxies in front of it, whose `X-Forwarded-For` is believed, with commas",
    default: "",
  },
  {
    name: "LAYERWRIGHT_OIDC_ISSUER",
    sets: "with whom people can log in: the issuer's address, as its own metadata has it",
    default: "",
  },
  { name: "LAYERWRIGHT_OIDC_CLIENT_ID", sets: "what Layerwright is there", default: "" },
  {
    name: "LAYERWRIGHT_OIDC_CLIENT_SECRET",
    sets: "its secret; without one, it is a public client",
    default: "",
  },
  {
    name: "LAYERWRIGHT_OIDC_NAME",
    sets: "what the button says that leads there",
    default: "the issuer's host",
  },
  {
    name: "LAYERWRIGHT_GITHUB_CLIENT_ID",
    sets: "an OAuth app of GitHub's, so that people can log in with it",
    default: "",
  },
  { name: "LAYERWRIGHT_GITHUB_CLIENT_SECRET", sets: "its secret", default: "" },
  {
    name: "LAYERWRIGHT_GITHUB_URL",
    sets: "the address of an Enterprise Server",
    default: "`https://github.com`",
  },
  {
    name: "OTEL_DENO",
    sets:
      "`true` for traces by OpenTelemetry, whose other variables say where to; from a checkout " +
      "only, not in an executable",
    default: "",
  },
  ...LIMITS.map((limit) => ({
    name: limit.variable,
    sets: limit.bounds,
    default: grouped(limit.default),
  })),
];
