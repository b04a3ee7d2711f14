import { deepEqual } from "node:assert/strict";
import { analyzeFiles } from "../../../project/routing/analysis.ts";
import { assertLinear } from "../../tools/counted_work.ts";
import { lines } from "../repeated_lines.ts";
import { snapshot } from "../snapshot.ts";

const ROUTE = '@bp.get("/a")\ndef a(): ...\n';
const BLUEPRINT = `bp = Blueprint("a", __name__)\n${ROUTE}`;

/** Returns the paths of a project's endpoints. */
function pathsOf(files: Readonly<Record<string, string>>): readonly (string | null)[] {
  return analyzeFiles(snapshot(files)).routes.flatMap(({ endpoints }) =>
    endpoints.map(({ path }) => path)
  );
}

const REGISTERED = "from elsewhere import bp\napp.register_blueprint(bp, url_prefix='/x')\n";

Deno.test("a blueprint from an unknown module is found by its name if that is unique", () => {
  deepEqual(pathsOf({ "app.py": REGISTERED, "b.py": BLUEPRINT }), ["/x/a"]);
});

Deno.test("a blueprint from an unknown module is not found by an ambiguous name", () => {
  deepEqual(pathsOf({ "app.py": REGISTERED, "b.py": BLUEPRINT, "c.py": BLUEPRINT }), ["/a", "/a"]);
});

/** Returns a project in which each of several modules re-exports a blueprint under another name. */
function reexported(modules: number): Readonly<Record<string, string>> {
  const chain = Array.from({ length: modules }, (_, index) => [
    `m${index}.py`,
    index === modules - 1 ? BLUEPRINT.replaceAll("bp", `bp${index}`) : importing(index),
  ]);
  return {
    ...Object.fromEntries(chain),
    "app.py": "from m0 import bp0 as b\napp.register_blueprint(b, url_prefix='/x')\n",
  };
}

function importing(index: number): string {
  return `from m${index + 1} import bp${index + 1} as bp${index}\n`;
}

for (const modules of [1, 2, 3, 5]) {
  Deno.test(`a blueprint is found through ${modules} modules that re-export it`, () => {
    deepEqual(pathsOf(reexported(modules)), ["/x/a"]);
  });
}

Deno.test("a blueprint is not found through more than five modules", () => {
  deepEqual(pathsOf(reexported(6)), [null]);
});

Deno.test("modules that import a blueprint from each other in a circle have none", () => {
  const files = {
    "app.py": "from m1 import bp as b\napp.register_blueprint(b, url_prefix='/x')\n",
    "m1.py": `from m2 import bp\n${ROUTE}`,
    "m2.py": "from m1 import bp\n",
  };
  deepEqual(pathsOf(files), ["/a"]);
});

Deno.test("blueprints mounted on each other in a circle have no known path", () => {
  const files = {
    "app.py": `a = Blueprint("a", __name__)\n${BLUEPRINT}` +
      "a.register_blueprint(bp)\nbp.register_blueprint(a)\n",
  };
  deepEqual(pathsOf(files), [null]);
});

Deno.test("the prefixes of up to twenty nested blueprints are joined", () => {
  const nested = (count: number) => ({
    "app.py": Array.from({ length: count }, (_, i) => `b${i} = Blueprint("b", __name__)\n`)
      .join("") +
      Array.from(
        { length: count - 1 },
        (_, i) => `b${i}.register_blueprint(b${i + 1}, url_prefix="/${i}")\n`,
      )
        .join("") +
      `@b${count - 1}.get("/a")\ndef a(): ...\n`,
  });
  deepEqual(pathsOf(nested(4)), ["/0/1/2/a"]);
  deepEqual(pathsOf(nested(20)), [
    `/${Array.from({ length: 19 }, (_, i) => i).join("/")}/a`,
  ]);
  deepEqual(pathsOf(nested(21)), [null]);
});

/** Projects that grow with a size, each in one way. */
const PROJECTS: Readonly<Record<string, (size: number) => Readonly<Record<string, string>>>> = {
  "loops that register blueprints of modules": (size) => ({
    "app.py":
      lines(size, (i) => `b${i} = Blueprint("b", __name__)\n@b${i}.get("/")\ndef g(): ...`) +
      lines(size, () => 'app.register_blueprint(getattr(a, "b"), url_prefix="/a")'),
  }),
  "loops over blueprints": (size) => ({
    "app.py": "all = [a, b, c]\n" +
      lines(size, () => "for d in all:\n    app.register_blueprint(d)"),
  }),
  "functions that register what they are given": (size) => ({
    "app.py": 'bp = Blueprint("b", __name__)\n' +
      lines(size, (i) => `def f${i}(b):\n    b.register_blueprint(c${i})`) +
      lines(size, (i) => `c${i} = Blueprint("c", __name__)\n@c${i}.get("/")\ndef g(): ...`) +
      lines(size, (i) => `f${i}(bp)`),
  }),
  "one function that registers on what it is given again and again": (size) => ({
    "app.py": 'bp = Blueprint("b", __name__)\ndef f(b):\n' +
      lines(size, (i) => `    b.register_blueprint(c${i})`) +
      lines(size, (i) => `c${i} = Blueprint("c", __name__)\n@c${i}.get("/")\ndef g(): ...`) +
      "def g():\n" + lines(size, () => `    Flask, f(bp)`),
  }),
  "prefixes that are constants of modules in a chain": (size) => ({
    "app.py": lines(size, (i) => `from a${i} import A as A${i}`) +
      lines(size, (i) => `b${i} = Blueprint("b", __name__, url_prefix=A${i} + f"/{A${i}}")`) +
      lines(size, (i) => `app.register_blueprint(b${i})\n@b${i}.get("/")\ndef g(): ...`),
    ...Object.fromEntries(
      Array.from({ length: size }, (_, i) => [`a${i}.py`, `from a${i + 1} import A\n`]),
    ),
  }),
};

for (const [what, project] of Object.entries(PROJECTS)) {
  Deno.test(`blueprints are found in linear time: ${what}`, async () => {
    await assertLinear((size) => {
      const files = project(size);
      return () => pathsOf(files);
    }, 300);
  });
}

/** A package that registers its modules on a blueprint, which the application gets or not. */
function looped(last: string): Readonly<Record<string, string>> {
  return {
    "api/__init__.py": "from .routes import register\n\napp = Flask(__name__)\nregister(app)\n",
    "api/routes/__init__.py": "def register(app):\n" +
      '    outer = Blueprint("outer", __name__, url_prefix="/x")\n' +
      "    for module in iter_modules(__path__):\n" +
      '        outer.register_blueprint(getattr(module, "a_bp"))\n' +
      `    ${last}\n`,
    "api/routes/a_route.py": `a_bp = Blueprint("a", __name__)\n${ROUTE.replace("bp", "a_bp")}` +
      `b_bp = Blueprint("b", __name__)\n${ROUTE.replaceAll("a", "b").replace("bp", "b_bp")}`,
  };
}

Deno.test("a blueprint is served on another one that its package registers", () => {
  const files = {
    "api/__init__.py": "from .routes import register\n\napp = Flask(__name__)\nregister(app)\n",
    "api/routes/__init__.py": "def register(app):\n" +
      "    for module in iter_modules(__path__):\n" +
      '        app.register_blueprint(getattr(module, f"{name}_bp"))\n',
    "api/routes/a_route.py": 'a_bp = Blueprint("a", __name__, url_prefix="/x")\n' +
      `${BLUEPRINT.replace('"a"', '"b"')}a_bp.register_blueprint(bp)\n`,
  };
  const [, { endpoints: [nested] } = { endpoints: [] }] = analyzeFiles(snapshot(files)).routes;
  deepEqual([nested?.path, nested?.registered], ["/x/a", true]);
});

Deno.test("the blueprints of a loop are served if the target of the loop is", () => {
  const served = (last: string) =>
    analyzeFiles(snapshot(looped(last))).routes.flatMap(({ endpoints }) =>
      endpoints.map(({ path, registered }) => [path, registered])
    );
  deepEqual(served("app.register_blueprint(outer)"), [["/x/a", true], ["/b", false]]);
  deepEqual(served("pass"), [["/x/a", false], ["/b", false]]);
});
