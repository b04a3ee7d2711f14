import { deepEqual, ok } from "node:assert/strict";
import {
  KEYS_SCOPE,
  SCOPE_WORDS,
  scopesFor,
  SETUP_CLIENT_ID,
} from "../../../hosted/oauth/scopes.ts";

Deno.test("only the setup wizard may request the scope for keys", () => {
  deepEqual(scopesFor(SETUP_CLIENT_ID), ["tools:read", "tools:write", KEYS_SCOPE]);
  for (const client of ["", "abc", "LAYERWRIGHT-SETUP", "https://app.example/client.json"]) {
    deepEqual(scopesFor(client), ["tools:read", "tools:write"], client);
  }
});

Deno.test("every scope has words for the consent page", () => {
  for (const scope of scopesFor(SETUP_CLIENT_ID)) ok(SCOPE_WORDS[scope], scope);
});
