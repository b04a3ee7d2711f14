/**
 * The suggested lines that register a blueprint, in the way in which the project registers its
 * others.
 */

import { deepEqual } from "node:assert/strict";
import {
  MissingRegistrations,
  registrationNote,
} from "../../../project/routing/missing_registration.ts";
import { snapshot } from "../snapshot.ts";

/** Returns a module with a blueprint and one endpoint, which is on line 6. */
const module = (variable: string) =>
  `from flask import Blueprint\n\n${variable} = Blueprint("${variable}", __name__)\n\n\n` +
  `@${variable}.get("")\ndef get(): ...\n`;

const factory = (imports: string, ...calls: readonly string[]) =>
  `from flask import Flask\n${imports}\n\ndef create_app():\n    app = Flask(__name__)\n` +
  calls.map((call) => `    ${call}\n`).join("") + "    return app\n";

/** Returns a module with a namespace of Flask-RESTX, whose class is decorated on line 6. */
const namespace = (name: string) =>
  `from flask_restx import Namespace, Resource\n\nAPI = Namespace("${name}")\n\n\n` +
  `@API.route("/sent")\nclass Sent(Resource):\n    def get(self): ...\n`;

interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The module whose blueprint is not registered. */
  readonly file: string;
  readonly note: readonly string[];
}

const CASES: readonly Case[] = [
  {
    title: "an absolute import beside others",
    files: {
      "api/__init__.py": factory(
        "from api.routes.users_route import users_bp",
        "app.register_blueprint(users_bp)",
      ),
      "api/routes/users_route.py": module("users_bp"),
      "api/routes/carts_route.py": module("carts_bp"),
    },
    file: "api/routes/carts_route.py",
    note: [
      "add to api/__init__.py:",
      "from api.routes.carts_route import carts_bp",
      "app.register_blueprint(carts_bp)",
    ],
  },
  {
    title: "an absolute import from a source folder",
    files: {
      "src/shop/app.py": factory("from shop.users import bp", "app.register_blueprint(bp)"),
      "src/shop/users.py": module("bp"),
      "src/shop/carts/views.py": module("carts"),
    },
    file: "src/shop/carts/views.py",
    note: [
      "add to src/shop/app.py:",
      "from shop.carts.views import carts",
      "app.register_blueprint(carts)",
    ],
  },
  {
    title: "a relative import beside others",
    files: {
      "shop/web/app.py": factory("from ..users import bp", "app.register_blueprint(bp)"),
      "shop/users.py": module("bp"),
      "shop/web/carts.py": module("carts"),
    },
    file: "shop/web/carts.py",
    note: [
      "add to shop/web/app.py:",
      "from .carts import carts",
      "app.register_blueprint(carts)",
    ],
  },
  {
    title: "only the call if the module imports the blueprint",
    files: {
      "app.py": factory("from carts import carts", "app.config['X'] = carts"),
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: ["add to app.py:", "app.register_blueprint(carts)"],
  },
  {
    title: "the module that creates the application if it registers no other blueprint",
    files: {
      "tests/conftest.py": "app = Flask(__name__)\n",
      "wsgi.py": "import flask\n\nserver: flask.Flask = flask.Flask(__name__)\n",
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: ["add to wsgi.py:", "from carts import carts", "server.register_blueprint(carts)"],
  },
  {
    title: "the outer blueprint, if only that one is not registered",
    files: {
      "app.py": factory("from users import users", "app.register_blueprint(users)"),
      "users.py": module("users"),
      "v1.py": "from carts import carts\n\n" + module("v1") + "\n\nv1.register_blueprint(carts)\n",
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: ["add to app.py:", "from v1 import v1", "app.register_blueprint(v1)"],
  },
  {
    title: "the blueprint on which the others are registered",
    files: {
      "app.py": factory("from v1 import v1", "app.register_blueprint(v1)"),
      "v1.py": "from users import users\nfrom orders import orders\n\n" + module("v1") +
        "\n\nv1.register_blueprint(users)\nv1.register_blueprint(orders)\n",
      "users.py": module("users"),
      "orders.py": module("orders"),
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: ["add to v1.py:", "from carts import carts", "v1.register_blueprint(carts)"],
  },
  {
    title: "the application beside a blueprint whose prefix would change the paths",
    files: {
      "app.py": factory("from v1 import v1", 'app.register_blueprint(v1, url_prefix="/v1")'),
      "v1.py": "from users import users\nfrom orders import orders\n\n" + module("v1") +
        "\n\nv1.register_blueprint(users)\nv1.register_blueprint(orders)\n",
      "users.py": module("users"),
      "orders.py": module("orders"),
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: ["add to app.py:", "from carts import carts", "app.register_blueprint(carts)"],
  },
  {
    title: "the module of an outer blueprint that a function creates",
    files: {
      "app.py": factory("from routes import register", "register(app)"),
      "routes.py": "from flask import Blueprint, Flask\nfrom carts import carts\n\n\n" +
        "def register(application: Flask) -> None:\n    v1 = Blueprint('v1', __name__)\n" +
        "    v1.register_blueprint(carts)\n",
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: ["add to routes.py:", "application.register_blueprint(v1)"],
  },
  {
    title: "nothing for an outer blueprint that a function without an application creates",
    files: {
      "app.py": factory("from routes import register", "register()"),
      "routes.py": "from flask import Blueprint\nfrom carts import carts\n\n\n" +
        "def register():\n    v1 = Blueprint('v1', __name__)\n" +
        "    v1.register_blueprint(carts)\n",
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: [],
  },
  {
    title: "the call of an API for a namespace, whatever the application has",
    files: {
      "app.py": factory("from api import API", "API.init_app(app)"),
      "api.py": "from flask_restx import Api\nfrom mail import API as MAIL\n\nAPI = Api()\n" +
        'API.add_namespace(MAIL, path="/mail")\n',
      "mail.py": namespace("mail"),
      "sms.py": namespace("sms"),
    },
    file: "sms.py",
    note: ["add where the API is created:", "api.add_namespace(API)"],
  },
  {
    title: "the application for a blueprint beside namespaces",
    files: {
      "app.py": factory("from api import API", "API.init_app(app)"),
      "api.py": "from flask_restx import Api\nfrom mail import API as MAIL\n\nAPI = Api()\n" +
        'API.add_namespace(MAIL, path="")\nAPI.add_namespace(MAIL)\n',
      "mail.py": namespace("mail"),
      "carts.py": module("carts"),
    },
    file: "carts.py",
    note: ["add to app.py:", "from carts import carts", "app.register_blueprint(carts)"],
  },
  {
    title: "only the call if no module creates an application",
    files: { "carts.py": module("carts") },
    file: "carts.py",
    note: ["add where the application is created:", "app.register_blueprint(carts)"],
  },
];

for (const { title, files, file, note } of CASES) {
  Deno.test(`MissingRegistrations.of() gives ${title}`, () => {
    const missing = new MissingRegistrations(snapshot(files)).of({ file, line: 6 });
    deepEqual(missing === null ? [] : registrationNote(missing).split("\n"), note);
  });
}
