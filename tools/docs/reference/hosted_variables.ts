/** The environment variables of a hosted server, for the reference page. */

import { LIMITS } from "../../../hosted/accounts/limits.ts";
import { grouped } from "../../../core/report.ts";

/** A variable. */
export interface Variable {
  readonly name: string;
  /** The effect of the variable. */
  readonly sets: string;
  /** Its default; empty if there is none. */
  readonly default: string;
}

/** All variables. A test checks that the server reads exactly these. */
export const HOSTED_VARIABLES: readonly Variable[] = [
  {
    name: "LAYERWRIGHT_MODE",
    sets: "`hosted` for a team's server",
    default: "`local`",
  },
  {
    name: "LAYERWRIGHT_PUBLIC_URL",
    sets: "public URL; if it uses https, browsers send cookies only over https",
    default: "the address to listen on",
  },
  {
    name: "LAYERWRIGHT_HOST",
    sets: "address to listen on; addresses beyond localhost also need `LAYERWRIGHT_PUBLIC_URL`",
    default: "`127.0.0.1`",
  },
  { name: "LAYERWRIGHT_PORT", sets: "port; 0 for any free one", default: "8000" },
  {
    name: "LAYERWRIGHT_DATA",
    sets: "folder of the SQLite database",
    default: "`data`",
  },
  {
    name: "DATABASE_URL",
    sets:
      "Postgres database to use instead of SQLite (`postgres://...`), which many servers can share",
    default: "",
  },
  {
    name: "LAYERWRIGHT_ALLOWED_HOSTS",
    sets: "additional host names that clients may use, separated by commas",
    default: "",
  },
  {
    name: "LAYERWRIGHT_TRUSTED_PROXIES",
    sets: "proxies whose `X-Forwarded-For` is trusted, separated by commas",
    default: "",
  },
  {
    name: "LAYERWRIGHT_OIDC_ISSUER",
    sets: "identity provider for logins: the issuer URL, exactly as in its metadata",
    default: "",
  },
  { name: "LAYERWRIGHT_OIDC_CLIENT_ID", sets: "client ID at this identity provider", default: "" },
  {
    name: "LAYERWRIGHT_OIDC_CLIENT_SECRET",
    sets: "client secret; without one, Layerwright is a public client",
    default: "",
  },
  {
    name: "LAYERWRIGHT_OIDC_NAME",
    sets: "name of this identity provider on the login page",
    default: "the issuer's host",
  },
  {
    name: "LAYERWRIGHT_GITHUB_CLIENT_ID",
    sets: "client ID of a GitHub OAuth app, for logins with GitHub",
    default: "",
  },
  { name: "LAYERWRIGHT_GITHUB_CLIENT_SECRET", sets: "client secret of this app", default: "" },
  {
    name: "LAYERWRIGHT_GITHUB_URL",
    sets: "URL of a GitHub Enterprise Server",
    default: "`https://github.com`",
  },
  {
    name: "OTEL_DENO",
    sets: "`true` to export OpenTelemetry traces; works only from a checkout, not in executables " +
      "([more](../how-to/many-servers.md#traces))",
    default: "",
  },
  ...LIMITS.map((limit) => ({
    name: limit.variable,
    sets: limit.bounds,
    default: grouped(limit.default),
  })),
];
