import { deepEqual } from "node:assert/strict";
import { analyzeFiles } from "../../../project/routing/analysis.ts";
import { assertLinear } from "../../tools/counted_work.ts";
import { lines } from "../repeated_lines.ts";
import { snapshot } from "../snapshot.ts";

type Files = Readonly<Record<string, string>>;

/** Returns the endpoints of a project, with a question mark for those that are not served. */
function endpointsOf(files: Files): readonly string[] {
  return analyzeFiles(snapshot(files)).routes.flatMap(({ endpoints }) =>
    endpoints.map(({ methods, path, handler, registered }) =>
      `${methods?.join() ?? "?"} ${path ?? "?"} ${handler}${registered ? "" : " unregistered"}`
    )
  );
}

const RESTFUL = "from flask import Blueprint, Flask\nfrom flask_restful import Api, Resource\n\n" +
  "app = Flask(__name__)\nbp = Blueprint('b', __name__, url_prefix='/b')\n" +
  "app.register_blueprint(bp)\n\n\nclass Users(Resource):\n    def get(self): ...\n" +
  "    def post(self): ...\n\n\n";
const RESTX = RESTFUL.replace("flask_restful import Api", "flask_restx import Api, Namespace");
const NAMESPACE = "from flask_restx import Namespace, Resource\n\n" +
  "ns = Namespace('users', description='Users')\n\n\n" +
  "@ns.route('/all', '/<int:id>')\nclass Users(Resource):\n    def get(self): ...\n";

const VIEW = `${RESTFUL}from views import route\n\n\n@route(bp, '/all')\n` +
  "class All(MethodView):\n    def get(self): ...\n    def put(self): ...\n";
const DECORATOR = "def route(router, rule, **options):\n    def decorate(view):\n" +
  "        router.add_url_rule(rule, view_func=view.as_view(view.__name__))\n" +
  "        return view\n    return decorate\n";

const CASES: readonly (readonly [title: string, files: Files, endpoints: readonly string[]])[] = [
  [
    "an API of an application",
    { "a.py": `${RESTFUL}api = Api(app)\napi.add_resource(Users, '/users')\n` },
    ["GET,POST /users Users"],
  ],
  [
    "an API of a blueprint, with a prefix",
    {
      "a.py": `${RESTFUL}api = Api(bp, prefix='/v1')\n` +
        "api.add_resource(Users, '/users', '/people/<id>', endpoint='u')\n",
    },
    ["GET,POST /b/v1/users Users", "GET,POST /b/v1/people/<id> Users"],
  ],
  [
    "an API that gets its application later",
    {
      "a.py": `${RESTFUL}api = Api()\napi.add_resource(Users, '/users', methods=['GET'])\n` +
        "api.init_app(bp)\n",
    },
    ["GET /b/users Users"],
  ],
  [
    "an API that another module gives its application",
    {
      "a.py": `${RESTFUL}from b import api\napi.init_app(app)\n`,
      "b.py": "from flask_restful import Api\nfrom c import One\napi = Api(prefix='/v2')\n" +
        "api.add_resource(One, '/one')\n",
      "c.py": "class One(Resource):\n    def put(self): ...\n",
    },
    ["PUT /v2/one One"],
  ],
  [
    "an API without an application",
    { "a.py": `${RESTFUL}api = Api()\napi.add_resource(Users, '/users')\n` },
    ["GET,POST ? Users"],
  ],
  [
    "a project's own method that adds a resource",
    {
      "a.py": `${RESTFUL}class OwnApi(Api):\n    def add_org_resource(self, *a): ...\n\n\n` +
        "api = OwnApi(app)\napi.add_org_resource(Users, '/users')\n",
    },
    ["GET,POST ? Users"],
  ],
  [
    "an API that a function gets",
    { "a.py": `${RESTFUL}def setup(api):\n    api.add_resource(Users, '/users')\n` },
    ["GET,POST ? Users"],
  ],
  [
    "resources of a namespace",
    { "a.py": `${RESTX}api = Api(bp)\n${NAMESPACE}api.add_namespace(ns)\n` },
    ["GET /b/users/all Users", "GET /b/users/<int:id> Users"],
  ],
  [
    "a namespace of another module, with a path",
    {
      "a.py": `${RESTX}from b import ns as users_ns\napi = Api(bp)\n` +
        "api.add_namespace(users_ns, '/people')\n",
      "b.py": NAMESPACE,
    },
    ["GET /b/people/all Users", "GET /b/people/<int:id> Users"],
  ],
  [
    "a namespace with a path of its own",
    {
      "a.py": `${RESTX}api = Api(app)\n${NAMESPACE.replace("description='Users'", "path='/'")}` +
        "api.add_namespace(ns)\n",
    },
    ["GET /all Users", "GET /<int:id> Users"],
  ],
  [
    "a namespace that an API makes",
    { "a.py": `${RESTX}api = Api(app)\n${NAMESPACE.replace("Namespace(", "api.namespace(")}` },
    ["GET /users/all Users", "GET /users/<int:id> Users"],
  ],
  [
    "a namespace that nothing adds",
    { "a.py": `${RESTX}api = Api(app)\n`, "b.py": NAMESPACE },
    ["GET /users/all Users unregistered", "GET /users/<int:id> Users unregistered"],
  ],
  [
    "a namespace of something else",
    { "a.py": `${RESTX}from jobs import Model\nModel.add_namespace(bp, '/x')\n` },
    [],
  ],
  [
    "a view class of another module",
    {
      "a.py": `${RESTFUL}from views import Users as U\n` +
        "app.add_url_rule('/users', view_func=U.as_view('users'))\n",
      "views.py": "class Users(MethodView):\n    def delete(self): ...\n",
    },
    ["DELETE /users U"],
  ],
  [
    "a view class in a module that is imported",
    {
      "a.py": `${RESTFUL}import views.users as views\n` +
        "app.add_url_rule('/users', view_func=views.Users.as_view('users'))\n",
      "views/users.py": "class Users(MethodView):\n    def delete(self): ...\n",
    },
    ["DELETE /users Users"],
  ],
  [
    "methods of base classes",
    {
      "a.py":
        `${RESTFUL}from base import Base\nclass More(Base, Users):\n    def put(self): ...\n` +
        "app.add_url_rule('/more', view_func=More.as_view('more'))\n",
      "base.py": "class Base(MethodView):\n    def patch(self): ...\n",
    },
    ["PUT,PATCH,GET,POST /more More"],
  ],
  [
    "a view class with a decorator of the project",
    { "a.py": VIEW, "views.py": DECORATOR },
    ["GET,PUT /b/all All"],
  ],
  [
    "a view class with a decorator of its module",
    { "a.py": VIEW.replace("from views import route\n", DECORATOR) },
    ["GET,PUT /b/all All"],
  ],
  [
    "a view class with a decorator in a module that is imported",
    {
      "a.py": VIEW.replace("from views import route", "import views")
        .replace("@route(bp, '/all')", "@views.route(rule='/all', router=bp)"),
      "views.py": DECORATOR,
    },
    ["GET,PUT /b/all All"],
  ],
  [
    "a view class with a decorator that changes the rule",
    { "a.py": VIEW, "views.py": DECORATOR.replace("(rule, view_", "('/x' + rule, view_") },
    ["GET,PUT ? All", "? ? view"],
  ],
  [
    "a view class with a decorator of a library",
    { "a.py": VIEW },
    ["GET,PUT ? All"],
  ],
  [
    "methods of the standard library",
    {
      "a.py": `${RESTFUL}app.add_url_rule('/u', view_func=Users.as_view('u'), ` +
        "methods=[HTTPMethod.GET.value, http.HTTPMethod.PUT])\n",
    },
    ["GET,PUT /u Users"],
  ],
];

for (const [title, files, endpoints] of CASES) {
  Deno.test(`analyzeFiles() reads ${title}`, () => deepEqual(endpointsOf(files), endpoints));
}

/** Projects that grow with a size, each in one way. */
const PROJECTS: Readonly<Record<string, (size: number) => Files>> = {
  "resources": (size) => ({
    "a.py": `${RESTFUL}api = Api(app)\n` +
      lines(size, (i) => `class R${i}(R${i - 1}):\n    def get(self): ...`) +
      lines(size, (i) => `api.add_resource(R${i}, '/${i}', '/x/${i}')`),
  }),
  "resources of one class at many rules": (size) => ({
    "a.py": `${RESTFUL}api = Api(app)\napi.add_resource(Users, ` +
      `${lines(size, (i) => `'/${i}',`)})\n`,
  }),
  "decorated view classes": (size) => ({
    "a.py": `${RESTFUL}${DECORATOR}` +
      lines(size, (i) => `@route(bp, '/${i}')\nclass V${i}(MethodView):\n    def get(self): ...`),
  }),
  "namespaces": (size) => ({
    "a.py": `${RESTX}api = Api(app)\n` +
      lines(
        size,
        (i) =>
          `n${i} = Namespace('n${i}')\napi.add_namespace(n${i})\n@n${i}.route('/')\n` +
          `class N${i}(Resource):\n    def get(self): ...`,
      ),
  }),
};

for (const [what, project] of Object.entries(PROJECTS)) {
  Deno.test(`${what} are read in linear time`, async () => {
    await assertLinear((size) => {
      const files = project(size);
      return () => endpointsOf(files);
    }, 200);
  });
}
