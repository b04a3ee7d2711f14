/** The files of a generated project and the parts that grow it, as functions of checked values. */

import { type Template, template } from "./engine.ts";
import apiInit from "./project/api/__init__.py.eta" with { type: "text" };
import apiErrors from "./project/api/errors.py.eta" with { type: "text" };
import jsonProvider from "./project/api/json_provider.py.eta" with { type: "text" };
import mocksInit from "./project/api/mocks/__init__.py.eta" with { type: "text" };
import perRequest from "./project/api/per_request.py.eta" with { type: "text" };
import requestBody from "./project/api/request_body.py.eta" with { type: "text" };
import routesInit from "./project/api/routes/__init__.py.eta" with { type: "text" };
import compose from "./project/compose.yaml.eta" with { type: "text" };
import dockerfile from "./project/Dockerfile.eta" with { type: "text" };
import dockerignore from "./project/dockerignore.eta" with { type: "text" };
import gitignore from "./project/gitignore.eta" with { type: "text" };
import pyproject from "./project/pyproject.toml.eta" with { type: "text" };
import readme from "./project/README.md.eta" with { type: "text" };
import conftest from "./project/tests/conftest.py.eta" with { type: "text" };
import appTest from "./project/tests/test_app.py.eta" with { type: "text" };
import handler from "./endpoint/handler.py.eta" with { type: "text" };
import repositoryMethod from "./endpoint/repository_method.py.eta" with { type: "text" };
import serviceMethod from "./endpoint/service_method.py.eta" with { type: "text" };
import endpointTest from "./endpoint/test.py.eta" with { type: "text" };
import model from "./route/model.py.eta" with { type: "text" };
import repository from "./route/repository.py.eta" with { type: "text" };
import route from "./route/route.py.eta" with { type: "text" };
import service from "./route/service.py.eta" with { type: "text" };
import routeTest from "./route/test.py.eta" with { type: "text" };

export interface ProjectValues {
  readonly title: string;
  /** The distribution's name (PEP 508). */
  readonly distribution: string;
  /** A route, and the prefix of its classes. */
  readonly route: string;
  readonly name: string;
  /** A path that answers to GET. */
  readonly getPath: string;
  /** A path that takes a body, if there is one. */
  readonly bodyPath: string | null;
  /** A route that does not exist. */
  readonly newRoute: string;
}

/** The files that every project has once, by their path. */
export const projectTemplates: ReadonlyMap<string, Template<ProjectValues>> = new Map([
  [".dockerignore", template<ProjectValues>(dockerignore)],
  [".gitignore", template<ProjectValues>(gitignore)],
  ["Dockerfile", template<ProjectValues>(dockerfile)],
  ["README.md", template<ProjectValues>(readme)],
  ["compose.yaml", template<ProjectValues>(compose)],
  ["pyproject.toml", template<ProjectValues>(pyproject)],
  ["api/__init__.py", template<ProjectValues>(apiInit)],
  ["api/errors.py", template<ProjectValues>(apiErrors)],
  ["api/json_provider.py", template<ProjectValues>(jsonProvider)],
  ["api/per_request.py", template<ProjectValues>(perRequest)],
  ["api/request_body.py", template<ProjectValues>(requestBody)],
  ["api/models/__init__.py", () => ""],
  ["api/repositories/__init__.py", () => ""],
  ["api/routes/__init__.py", template<ProjectValues>(routesInit)],
  ["api/services/__init__.py", () => ""],
  ["tests/conftest.py", template<ProjectValues>(conftest)],
  ["tests/test_app.py", template<ProjectValues>(appTest)],
]);

/** The module that loads mocks from data files; only projects with such a mock have it. */
export const mocksTemplate: Template<object> = template(mocksInit);

export const handlerTemplate: Template<{
  readonly decorator: string;
  readonly signature: string;
  readonly answer: string;
}> = template(handler);

export const serviceMethodTemplate: Template<{
  readonly signature: string;
  readonly repositoryCall: string;
  readonly answer: string;
}> = template(serviceMethod);

export const repositoryMethodTemplate: Template<{ readonly signature: string }> = template(
  repositoryMethod,
);

export const endpointTestTemplate: Template<{
  readonly signature: string;
  readonly standIn: string;
  readonly request: string;
  /** The check of what the service was given; empty for an endpoint that takes no body. */
  readonly sent: string;
  readonly status: number;
}> = template(endpointTest);

export const routeTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly blueprint: string;
  readonly service: string;
  readonly handlers: string;
}> = template(route);

export const serviceTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly name: string;
  readonly constructor: string;
  readonly methods: string;
}> = template(service);

export const repositoryTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly name: string;
  readonly methods: string;
}> = template(repository);

export const modelTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly models: string;
}> = template(model);

export const routeTestTemplate: Template<{
  readonly route: string;
  readonly patch: string;
  readonly tests: string;
}> = template(routeTest);
