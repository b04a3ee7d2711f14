/** The settings of identity providers. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { readUpstreams } from "../../../../hosted/http/upstream_settings.ts";

type Variables = Readonly<Record<string, string>>;

const OIDC = {
  LAYERWRIGHT_OIDC_ISSUER: "https://id.example.com/realms/a",
  LAYERWRIGHT_OIDC_CLIENT_ID: "layerwright",
};

const GITHUB = {
  LAYERWRIGHT_GITHUB_CLIENT_ID: "Iv1.0",
  LAYERWRIGHT_GITHUB_CLIENT_SECRET: "secret",
};

function read(variables: Variables) {
  return readUpstreams((name) => variables[name]);
}

Deno.test("readUpstreams returns no providers without variables", () => {
  deepEqual(read({}), []);
  deepEqual(read({ LAYERWRIGHT_OIDC_ISSUER: "", LAYERWRIGHT_OIDC_NAME: "Example" }), []);
  deepEqual(read({ LAYERWRIGHT_GITHUB_URL: "https://github.example.com" }), []);
});

Deno.test("readUpstreams reads an issuer and GitHub", () => {
  const named = { LAYERWRIGHT_OIDC_CLIENT_SECRET: "s", LAYERWRIGHT_OIDC_NAME: "Example ID" };
  const enterprise = { LAYERWRIGHT_GITHUB_URL: "https://github.example.com/" };
  const issuer = {
    kind: "oidc",
    name: "id.example.com",
    address: "https://id.example.com/realms/a",
    clientId: "layerwright",
    clientSecret: null,
  };
  const gitHub = {
    kind: "github",
    name: "GitHub",
    address: "https://github.com",
    clientId: "Iv1.0",
    clientSecret: "secret",
  };
  deepEqual(read({ ...OIDC, ...GITHUB }), [issuer, gitHub]);
  deepEqual(read({ ...OIDC, ...named }), [{ ...issuer, name: "Example ID", clientSecret: "s" }]);
  deepEqual(read({ ...GITHUB, ...enterprise }), [{
    ...gitHub,
    address: "https://github.example.com",
  }]);
  for (const address of ["http://127.0.0.1:9000", "http://localhost:9000", "http://[::1]:9000"]) {
    const found = read({ ...OIDC, LAYERWRIGHT_OIDC_ISSUER: address });
    ok(!("severity" in found));
    equal(found[0]?.address, address);
  }
});

const REFUSED: readonly (readonly [Variables, RegExp])[] = [
  [{ LAYERWRIGHT_OIDC_ISSUER: "https://id.example.com" }, /Missing LAYERWRIGHT_OIDC_CLIENT_ID/],
  [{ LAYERWRIGHT_OIDC_CLIENT_ID: "a" }, /Missing LAYERWRIGHT_OIDC_ISSUER/],
  [{ LAYERWRIGHT_OIDC_CLIENT_SECRET: "a" }, /Missing LAYERWRIGHT_OIDC_ISSUER/],
  [{ LAYERWRIGHT_GITHUB_CLIENT_ID: "a" }, /Missing LAYERWRIGHT_GITHUB_CLIENT_SECRET/],
  [{ LAYERWRIGHT_GITHUB_CLIENT_SECRET: "a" }, /Missing LAYERWRIGHT_GITHUB_CLIENT_ID/],
  [{ ...OIDC, LAYERWRIGHT_OIDC_NAME: "a\nb" }, /Invalid LAYERWRIGHT_OIDC_NAME 'a\\nb'/],
  [{ ...OIDC, LAYERWRIGHT_OIDC_NAME: "a".repeat(51) }, /Invalid LAYERWRIGHT_OIDC_NAME/],
  [{ ...GITHUB, LAYERWRIGHT_GITHUB_URL: "github.com" }, /Invalid LAYERWRIGHT_GITHUB_URL/],
  ...[
    "id.example.com",
    "http://id.example.com",
    "http://127.0.0.1.example.com",
    "ftp://id.example.com",
    "https://user:password@id.example.com",
    "https://id.example.com?a=b",
    "https://id.example.com#a",
  ].map((issuer) =>
    [{ ...OIDC, LAYERWRIGHT_OIDC_ISSUER: issuer }, /Invalid LAYERWRIGHT_OIDC_ISSUER/] as const
  ),
];

for (const [variables, message] of REFUSED) {
  Deno.test(`readUpstreams refuses ${JSON.stringify(variables)}`, () => {
    const found = read(variables);
    ok("severity" in found);
    equal(found.code, "usage-option");
    match(found.message, message);
  });
}
