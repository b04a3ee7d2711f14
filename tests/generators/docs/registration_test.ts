import { equal } from "node:assert/strict";
import { withRegistration } from "../../../generators/docs/registration.ts";

const REGISTRATION = {
  imported: "from api.docs import docs_bp",
  call: "app.register_blueprint(docs_bp)",
};

/** Functions that register blueprints, and where the call goes, marked by `+`. */
const PLACES: Readonly<Record<string, string>> = {
  "below the last registration":
    "    app.register_blueprint(a)\n    app.register_blueprint(b)\n+\n    return None\n",
  "below a loop":
    "    for each in all_blueprints():\n        app.register_blueprint(each)\n+\n    return None\n",
  "below a loop of pairs in a condition":
    "    if app.debug:\n        for each, prefix in PAIRS:\n            app.register_blueprint(each)\n            count()\n    else:\n        count()\n+\n",
  "below a loop with an else":
    "    for each in ALL:\n        app.register_blueprint(each)\n    else:\n        count()\n+\n    count()\n",
};

for (const [what, marked] of Object.entries(PLACES)) {
  Deno.test(`withRegistration() adds the call ${what}`, () => {
    const text = (body: string, imported: string) =>
      `from api.all import ALL, PAIRS, all_blueprints, count\n${imported}\n\ndef register_blueprints(app):\n${body}`;
    equal(
      withRegistration(text(marked.replace("+\n", ""), ""), REGISTRATION),
      text(
        marked.replace("+\n", `    ${REGISTRATION.call}\n`),
        `${REGISTRATION.imported}\n`,
      ),
    );
  });
}
