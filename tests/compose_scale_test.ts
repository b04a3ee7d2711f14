/** `compose.scale.yaml` and the configuration of its proxy. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { LIMITS } from "../hosted/accounts/limits.ts";
import { runCommand } from "../tools/run_command.ts";
import { IS_FULL_TIER } from "./tools/tier.ts";

interface Service {
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly user: string;
  readonly image: string;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly healthcheck?: unknown;
}

const ROOT = new URL("..", import.meta.url);
const compose = Deno.readTextFileSync(new URL("compose.scale.yaml", ROOT));
const nginx = Deno.readTextFileSync(new URL("deploy/nginx.conf", ROOT));
const { services }: { services: Readonly<Record<string, Service>> } = parse(compose, {
  merge: true,
});
const local: { services: { server: Service } } = parse(
  Deno.readTextFileSync(new URL("compose.yaml", ROOT)),
);
// A test checks the version of the image in `compose.yaml`.
const servers = Object.keys(services).filter((name) =>
  services[name]?.image === local.services.server.image
);

Deno.test("every service runs without root and capabilities, on a read-only disk", () => {
  equal(Object.keys(services).length, 5);
  for (const [name, service] of Object.entries(services)) {
    equal(service.read_only, true, name);
    deepEqual(service.cap_drop, ["ALL"], name);
    deepEqual(service.security_opt, ["no-new-privileges:true"], name);
    match(service.user, /^[1-9]\d*:[1-9]\d*$/, name);
    // The health check of the servers is part of the image.
    ok(service.healthcheck !== undefined || servers.includes(name), `${name} says how it is`);
  }
});

Deno.test("only the proxy is reachable, and only from this computer", () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  deepEqual(published.map(([name]) => name), ["proxy"]);
  for (const port of services["proxy"]?.ports ?? []) match(port, /^127\.0\.0\.1:/);
});

Deno.test("the proxy buffers request bodies in a bounded temporary folder", () => {
  deepEqual(services["proxy"]?.tmpfs, ["/tmp:size=256m"]);
});

Deno.test("the file contains no secrets", () => {
  const settings = Object.values(services).flatMap(({ environment = {} }) =>
    Object.entries(environment)
  );
  const secrets = settings.filter(([name]) => /PASSWORD|SECRET|DATABASE_URL/.test(name));
  equal(secrets.length, 1 + 3 * servers.length);
  for (const [name, value] of secrets) {
    ok(value === null || value.includes("${POSTGRES_PASSWORD:?"), `${name}: ${value}`);
  }
});

Deno.test("every limit can be set, for all servers alike", () => {
  for (const name of servers) {
    const settings = services[name]?.environment ?? {};
    deepEqual(LIMITS.filter(({ variable }) => settings[variable] !== null), []);
  }
});

Deno.test("the proxy knows all servers", () => {
  const upstream = [...nginx.matchAll(/^ +server (\S+):8000/gm)].map(([, name]) => name);
  deepEqual(upstream, servers);
  equal(servers.length, 3);
});

Deno.test("the proxy repeats only idempotent requests, and logs no queries", () => {
  match(nginx, /^ +proxy_next_upstream error timeout;$/m);
  match(nginx, /^ +proxy_next_upstream_timeout 10s;$/m);
  doesNotMatch(nginx, /^(?!\s*#).*non_idempotent/m);
  match(nginx, /^ +access_log \S+ facts;$/m);
  match(nginx, /^error_log stderr crit;$/m);
  doesNotMatch(nginx, /\$(?:request|request_uri|args|query_string|is_args|http_authorization)\b/);
});

Deno.test({
  name: "docker-compose accepts the file with the secrets in the environment",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const config = ["-f", "compose.scale.yaml", "config", "-q"];
    const env = { LAYERWRIGHT_PUBLIC_URL: "https://layerwright.example.com" };
    const asked = { env: { ...env, POSTGRES_PASSWORD: "0a1b2c" }, cwd: fileURLToPath(ROOT) };
    const { code, stderr } = await runCommand("docker-compose", config, asked);
    equal(code, 0, stderr);
  },
});
