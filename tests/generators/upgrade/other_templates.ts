/** Another version of Layerwright, whose templates differ from ours in each layer and in project files. */

import { equal } from "node:assert/strict";
import appTest from "../../../templates/project/tests/test_app.py.eta" with { type: "text" };
import dockerignore from "../../../templates/project/dockerignore.eta" with { type: "text" };
import errors from "../../../templates/project/api/errors.py.eta" with { type: "text" };
import factory from "../../../templates/project/api/__init__.py.eta" with { type: "text" };
import handler from "../../../templates/endpoint/handler.py.eta" with { type: "text" };
import repositoryMethod from "../../../templates/endpoint/repository_method.py.eta" with {
  type: "text",
};
import serviceMethod from "../../../templates/endpoint/service_method.py.eta" with { type: "text" };
import test from "../../../templates/endpoint/test.py.eta" with { type: "text" };
import service from "../../../templates/route/service.py.eta" with { type: "text" };
import { withTemplates } from "../../../templates/engine.ts";

/** A text that the other version has in place of ours. */
type Difference = readonly [template: string, ours: string, theirs: string];

const DIFFERENCES: readonly Difference[] = [
  [
    appTest,
    `def test_request_id_refuses(client: FlaskClient, sent: str) -> None:
    response = client.get("/-/health", headers={"X-Request-Id": sent})

    assert response.headers["X-Request-Id"] not in ("", sent)
`,
    "def test_sent(sent: str) -> None:\n    assert sent is not None\n",
  ],
  [dockerignore, "**/__pycache__\n", "**/__pycache__\n**/*.log\n"],
  [errors, "    status = error.code or 500\n", "    status = error.code or 503\n"],
  [
    factory,
    "    register_blueprints(app)\n",
    "    app.config['JSON_SORT_KEYS'] = False\n    register_blueprints(app)\n",
  ],
  [
    handler,
    "<% if (it.location",
    "    # Handles <%= it.verb %> <%= it.rule %>.\n<% if (it.location",
  ],
  [repositoryMethod, "raise NotImplementedError", 'raise NotImplementedError("TODO")'],
  [serviceMethod, "        # Mock. With", "        # Replace this mock. With"],
  [
    test,
    "    assert response.status_code",
    '    assert response.headers["Server"] is None\n    assert response.status_code',
  ],
  [
    service,
    "        self.repository = repository\n",
    "        self.repository = repository  # injected\n",
  ],
];

/** The texts of the other version's templates, by ours. */
const THEIRS: ReadonlyMap<string, string> = new Map(
  DIFFERENCES.map(([template, ours, theirs]) => {
    const parts = template.split(ours);
    equal(parts.length, 2, `a template has ${JSON.stringify(ours)} once`);
    return [template, parts.join(theirs)];
  }),
);

/** Runs work as the other version. */
export function asOtherVersion<Result>(work: () => Promise<Result>): Promise<Result> {
  return withTemplates(THEIRS, work);
}
