/** Templates of generated projects: whole files, and the code of single endpoints. */

import { type Template, template } from "./engine.ts";
import apiInit from "./project/api/__init__.py.eta" with { type: "text" };
import apiCors from "./project/api/cors.py.eta" with { type: "text" };
import documentedErrors from "./project/api/documented_errors.py.eta" with { type: "text" };
import apiErrors from "./project/api/errors.py.eta" with { type: "text" };
import apiDocs from "./project/api/docs.py.eta" with { type: "text" };
import textFormats from "./project/api/models/formats.py.eta" with { type: "text" };
import bodyLimits from "./project/api/models/limits.py.eta" with { type: "text" };
import bodyModel from "./project/api/models/body.py.eta" with { type: "text" };
import jsonProvider from "./project/api/json_provider.py.eta" with { type: "text" };
import listParameters from "./project/api/list_parameters.py.eta" with { type: "text" };
import mocksInit from "./project/api/mocks/__init__.py.eta" with { type: "text" };
import perRequest from "./project/api/per_request.py.eta" with { type: "text" };
import requestBody from "./project/api/request_body.py.eta" with { type: "text" };
import requestId from "./project/api/request_id.py.eta" with { type: "text" };
import requestParameters from "./project/api/request_parameters.py.eta" with { type: "text" };
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
import serviceFunction from "./route/service_function.py.eta" with { type: "text" };
import routeTest from "./route/test.py.eta" with { type: "text" };

/** The shared code that only some projects contain. */
export interface Support {
  /**
   * Set if endpoints check the parameters or the bodies of requests. Otherwise absent, because `false`
   * would change the hash of the values.
   */
  readonly checksRequests?: true;
  /** Set if bodies have limits. Such a project also checks requests. */
  readonly limitsBodies?: true;
  /** Set if texts in requests have formats. Such a project also checks requests. */
  readonly checksFormats?: true;
  /** Set if endpoints read queries or headers. Such a project also checks requests. */
  readonly readsParameters?: true;
  /** Set if endpoints document errors. */
  readonly documentsErrors?: true;
  /** Set if the app serves its documentation. */
  readonly servesDocs?: true;
  /** Set if endpoints page lists. Such a project also reads queries. */
  readonly pagesLists?: true;
}

export interface ProjectValues extends Support {
  readonly title: string;
  /** Name of the distribution (PEP 508). */
  readonly distribution: string;
  readonly route: string;
  /** The route's repository class. */
  readonly repository: string;
  /** A URL path with a GET endpoint. */
  readonly getPath: string;
  /** A URL path with an endpoint that takes a body; `null` if there is none. */
  readonly bodyPath: string | null;
  /** The name of a route that the project does not have, for an example. */
  readonly newRoute: string;
}

/** The values that fill the project-wide files of a layout. */
export interface ProjectFileValues extends ProjectValues {
  /** The folder of the app's package. */
  readonly app: string;
  /** The name under which code imports the app's package. */
  readonly module: string;
}

/** The files that every project has, by path. */
export const projectTemplates: ReadonlyMap<string, Template<ProjectFileValues>> = new Map([
  [".dockerignore", template<ProjectFileValues>(dockerignore)],
  [".gitignore", template<ProjectFileValues>(gitignore)],
  ["Dockerfile", template<ProjectFileValues>(dockerfile)],
  ["README.md", template<ProjectFileValues>(readme)],
  ["compose.yaml", template<ProjectFileValues>(compose)],
  ["pyproject.toml", template<ProjectFileValues>(pyproject)],
  ["api/__init__.py", template<ProjectFileValues>(apiInit)],
  ["api/cors.py", template<ProjectFileValues>(apiCors)],
  ["api/errors.py", template<ProjectFileValues>(apiErrors)],
  ["api/json_provider.py", template<ProjectFileValues>(jsonProvider)],
  ["api/per_request.py", template<ProjectFileValues>(perRequest)],
  ["api/request_body.py", template<ProjectFileValues>(requestBody)],
  ["api/request_id.py", template<ProjectFileValues>(requestId)],
  ["api/models/__init__.py", () => ""],
  ["api/repositories/__init__.py", () => ""],
  ["api/routes/__init__.py", template<ProjectFileValues>(routesInit)],
  ["api/services/__init__.py", () => ""],
  ["tests/conftest.py", template<ProjectFileValues>(conftest)],
  ["tests/test_app.py", template<ProjectFileValues>(appTest)],
]);

/** The module that loads mocks from data files. Only projects with data files contain this module. */
export const mocksTemplate: Template<object> = template(mocksInit);

/** The modules of shared code that only some projects contain. */
export const supportTemplates: Readonly<
  Record<
    | "bodyLimits"
    | "bodyModel"
    | "documentedErrors"
    | "listParameters"
    | "requestParameters"
    | "textFormats",
    Template<ProjectFileValues>
  >
> = {
  bodyLimits: template(bodyLimits),
  bodyModel: template(bodyModel),
  documentedErrors: template(documentedErrors),
  listParameters: template(listParameters),
  requestParameters: template(requestParameters),
  textFormats: template(textFormats),
};

/** The module that serves the documentation. Only projects with docs contain this module. */
export const docsTemplate: Template<{ readonly docsTitle: string }> = template(apiDocs);

export const handlerTemplate: Template<{
  readonly blueprint: string;
  /** The blueprint's method, such as `post`. */
  readonly verb: string;
  readonly rule: string;
  /** Whether the route names its endpoint. */
  readonly namesEndpoint: boolean;
  /** The decorator that documents errors, with its line break; empty for none. */
  readonly errors: string;
  readonly handler: string;
  /** The parameters, separated by commas. */
  readonly parameters: string;
  /** The return annotation; empty for none. */
  readonly annotation: string;
  /** The assignment of the request's parameters; empty for none. */
  readonly sent: string;
  /** The variables of the items and of what was sent, if the handler pages a list. */
  readonly listed: { readonly items: string; readonly sent: string } | null;
  /** The code before the call of the service, such as `jsonify(`. */
  readonly before: string;
  /** An expression for the service. */
  readonly service: string;
  readonly method: string;
  /** The arguments of the call: the rule's parameters, the request's body, then its parameters. */
  readonly arguments: string;
  /** The code after the call, such as `), 201`. */
  readonly after: string;
  /** An expression for the URL of the created item, with the variable `created`; empty for none. */
  readonly location: string;
  readonly status: number;
  /** Whether the response is the service's answer; otherwise, the response is empty. */
  readonly hasContent: boolean;
}> = template(handler);

export const serviceMethodTemplate: Template<{
  readonly method: string;
  /** The method's parameters, with their types. */
  readonly parameters: string;
  /** The repository's arguments in the comment that shows the call in place of the mock. */
  readonly arguments: string;
  /** The words after "An unknown" in the comment about 404, such as `id_`; empty for no comment. */
  readonly unknown: string;
  /** The lines about errors in the comment. */
  readonly errors: readonly string[];
  /** The type of the answer. */
  readonly answer: string;
  readonly repositoryMethod: string;
  /** Whether the method returns an answer. */
  readonly hasContent: boolean;
  /**
   * Whether the default answer contains the request's model, which the template puts into a
   * variable `sent`.
   */
  readonly returnsModel: boolean;
  /** An expression for the mock. */
  readonly mock: string;
  /** Whether to assign the mock to an annotated variable, because the expression itself has no type. */
  readonly isAssigned: boolean;
}> = template(serviceMethod);

export const repositoryMethodTemplate: Template<{
  readonly method: string;
  readonly parameters: string;
  readonly answer: string;
}> = template(repositoryMethod);

export const endpointTestTemplate: Template<{
  readonly name: string;
  readonly method: string;
  /** The client's method, such as `post`. */
  readonly verb: string;
  /** The path as a literal. */
  readonly url: string;
  /** The literal to assign to a variable `body`; empty if the test needs no variable. */
  readonly assigned: string;
  /** The annotation of the variable `body`, such as `: list[Any]`; empty for none. */
  readonly bodyType: string;
  /** A literal of the request's query; empty for none. */
  readonly query: string;
  /** A literal of the request's headers; empty for none. */
  readonly headers: string;
  /** The request's body; empty for an endpoint without one. */
  readonly body: string;
  /** Whether to assert the arguments with which the service is called. */
  readonly isCallChecked: boolean;
  /** The arguments that the service gets. */
  readonly arguments: string;
  readonly status: number;
  /** Whether the response is not empty. */
  readonly hasContent: boolean;
  /** Whether the response is the service's answer as JSON. */
  readonly isJson: boolean;
  /** A literal of the service's answer. */
  readonly answer: string;
  /** An expression for the response's JSON. */
  readonly json: string;
  /** Whether the response is a page of a list. */
  readonly isList: boolean;
  /** A literal of the header `Location`; empty for none. */
  readonly location: string;
}> = template(endpointTest);

export const routeTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly blueprint: string;
  readonly prefix: string;
  readonly serviceFunction: string;
  readonly handlers: string;
}> = template(route);

/** The function in a route's module that creates the service. */
export const serviceFunctionTemplate: Template<{
  readonly name: string;
  readonly service: string;
  readonly repository: string;
  /** Whether the service's constructor takes a repository. */
  readonly takesRepository: boolean;
  /** Whether each request has its own repository. */
  readonly perRequest: boolean;
}> = template(serviceFunction);

export const serviceTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly service: string;
  readonly repository: string;
  readonly methods: string;
}> = template(service);

export const repositoryTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly repository: string;
  readonly methods: string;
}> = template(repository);

export const modelTemplate: Template<{
  readonly route: string;
  readonly imports: string;
  readonly models: string;
}> = template(model);

export const routeTestTemplate: Template<{
  readonly prefix: string;
  /** The route's module. */
  readonly module: string;
  readonly service: string;
  /** The imports from the standard library. */
  readonly imports: string;
  /** The imports of models; empty for none. */
  readonly models: string;
  readonly tests: string;
}> = template(routeTest);
