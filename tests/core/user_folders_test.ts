import { equal } from "node:assert/strict";
import { cacheFolder, configFolder, stateFolder } from "../../core/user_folders.ts";

type Variables = Readonly<Record<string, string>>;

const UNIX: readonly (readonly [Variables, config: string | null, state: string | null])[] = [
  [{}, null, null],
  [{ HOME: "" }, null, null],
  [{ HOME: "/home/a" }, "/home/a/.config/layerwright", "/home/a/.local/state/layerwright"],
  [
    { HOME: "/home/a", XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s" },
    "/c/layerwright",
    "/s/layerwright",
  ],
  [{ XDG_CONFIG_HOME: "/c" }, "/c/layerwright", null],
  // Relative paths have no effect.
  [
    { HOME: "/home/a", XDG_CONFIG_HOME: "c", XDG_STATE_HOME: "../s/" },
    "/home/a/.config/layerwright",
    "/home/a/.local/state/layerwright",
  ],
];

Deno.test("configFolder() and stateFolder() follow the XDG base directories", () => {
  for (const [variables, config, state] of UNIX) {
    const env = (name: string) => variables[name];
    equal(configFolder(env, false), config, JSON.stringify(variables));
    equal(stateFolder(env, false), state, JSON.stringify(variables));
  }
});

Deno.test("cacheFolder() follows the XDG base directories, and the conventions of Windows", () => {
  const variables: Variables = { HOME: "/h", LOCALAPPDATA: "/l" };
  const env = (name: string) => variables[name];
  equal(cacheFolder(env, false), "/h/.cache/layerwright");
  equal(
    cacheFolder((name) => name === "XDG_CACHE_HOME" ? "/c" : env(name), false),
    "/c/layerwright",
  );
  equal(cacheFolder(env, true), "/l/layerwright");
  equal(cacheFolder(() => undefined, false), null);
});

Deno.test("configFolder() and stateFolder() follow the conventions of Windows", () => {
  const variables: Variables = {
    APPDATA: "/r",
    LOCALAPPDATA: "/l",
    HOME: "/h",
    XDG_CONFIG_HOME: "/c",
  };
  const env = (name: string) => variables[name];
  equal(configFolder(env, true), "/r/layerwright");
  equal(stateFolder(env, true), "/l/layerwright");
  equal(configFolder(() => undefined, true), null);
  equal(stateFolder((name) => name === "HOME" ? "/h" : undefined, true), null);
});
