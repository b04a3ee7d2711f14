import { equal } from "node:assert/strict";
import { newNameHint } from "../../spec/name_problem.ts";

/** Invalid names, and the hints for them. */
const HINTS: Readonly<Record<string, string | null>> = {
  "user-list": "Name it 'user_list', with path /user-list",
  "users/top-ten": "Name it 'users_top_ten', with path /users/top-ten",
  "/users": "Name it 'users'",
  "/v1.2/users": "Name it 'v1_2_users', with path /v1.2/users",
  "user list": "Name it 'user_list'",
  "B\u00fccher": "Name it 'Bucher'",
  "stra\u00dfe": null,
  "\u65e5\u672c": null,
  "1a": "Begin the name with a letter, and give the path: path /1a",
  "": null,
  "-x": null,
  "../../x": null,
  "a\n": null,
  [`a-${"b".repeat(200)}`]: null,
};

for (const [name, hint] of Object.entries(HINTS)) {
  Deno.test(`newNameHint() of '${name.slice(0, 20)}' keeps the words and the path`, () => {
    equal(newNameHint(name, (path) => `path ${path}`), hint);
  });
}
