import { deepEqual } from "node:assert/strict";
import { readFlaskModule } from "../../../project/routing/flask_module.ts";
import { undefinedBlueprints } from "../../../project/routing/undefined_blueprints.ts";

const HANDLER = '@users_bp.get("/late")\ndef late(): ...\n';
const BLUEPRINT = 'people_bp = Blueprint("people", __name__)\n';

const CASES: readonly (readonly [title: string, text: string, problems: readonly string[]])[] = [
  [
    "a handler of a renamed blueprint",
    BLUEPRINT + HANDLER,
    ["2: 'users_bp' is not defined: the app does not start; write 'people_bp'"],
  ],
  [
    "a handler beside two blueprints",
    `${BLUEPRINT}other_bp = Blueprint("other", __name__)\n${HANDLER}`,
    ["3: 'users_bp' is not defined: the app does not start"],
  ],
  [
    "a handler without any blueprint",
    HANDLER,
    ["1: 'users_bp' is not defined: the app does not start"],
  ],
  ["an imported blueprint", `from shop import users_bp\n${HANDLER}`, []],
  ["a blueprint that a star import may bring", `from shop import *\n${HANDLER}`, []],
  ["a blueprint that a function makes", `users_bp = make("users")\n${HANDLER}`, []],
  [
    "a blueprint in a branch",
    `if A:\n    users_bp = x()\nelse:\n    users_bp = y()\n${HANDLER}`,
    [],
  ],
  [
    "a handler in a function with a parameter",
    'def add(users_bp):\n    @users_bp.get("/late")\n    def late(): ...\n',
    [],
  ],
  ["a decorator of something else", `import mock\n@mock.patch("/etc")\ndef test(): ...\n`, []],
];

for (const [title, text, problems] of CASES) {
  Deno.test(`undefinedBlueprints() reads ${title}`, () => {
    const found = undefinedBlueprints(readFlaskModule(text), text);
    deepEqual(found.map(({ line, message }) => `${line}: ${message}`), problems);
  });
}
