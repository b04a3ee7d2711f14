/** The code of one endpoint: a definition per layer, with its imports. */

import type { Json } from "../../core/json.ts";
import {
  blueprintVariable,
  dataFileName,
  DEFAULT_LAYOUT,
  SERVICE_FUNCTION,
} from "../../project/layout/layout.ts";
import { IMPORTED, moduleName } from "../../project/layout/import_name.ts";
import type { RuleParameter } from "../../project/layout/url_parameters.ts";
import { LINE_WIDTH } from "../../python/layout.ts";
import { pythonLiteral, pythonString } from "../../python/literal.ts";
import { hasContent } from "../../spec/api_spec.ts";
import { withoutMarks } from "../../spec/example_type.ts";
import { defaultWords } from "../../spec/default_answer.ts";
import { documentedErrors } from "../../spec/errors.ts";
import { exampleText } from "../../spec/example_text.ts";
import type { ParameterType } from "../../spec/spec_path.ts";
import {
  endpointTestTemplate,
  handlerTemplate,
  repositoryMethodTemplate,
  serviceMethodTemplate,
} from "../../templates/mod.ts";
import { type Annotation, ANY } from "./annotation.ts";
import type { CreatedPlace, Endpoint } from "./endpoint.ts";
import { exampleUrl, exampleValue } from "./example_url.ts";
import { breakLines } from "./break_lines.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import { generatedForm, type HandlerForm } from "./handler_form.ts";
import { importedIn } from "./body_models.ts";
import type { CodePart, CopiedCode, Import } from "./code_part.ts";
import { type EndpointTypes, MOCK_COLUMN, needsDataFile } from "./models.ts";
import type { ParametersModel } from "./parameter_models.ts";
import { errorsDecorator, raisedLine } from "./errors_decorator.ts";
import { listedAnswer, receivedParameters, sentHeaders, sentQuery } from "./parameter_values.ts";

/** The names and expressions that a handler takes from its module. */
export interface HandlerWiring {
  /** The variable that holds the blueprint. */
  readonly blueprint: string;
  /** An expression for the service. */
  readonly service: string;
  /** An expression for the request's body. */
  readonly body: RequestBody;
  /** The model of the parameters; `null` if the handler reads none. */
  readonly sent: ParametersModel | null;
  readonly form: HandlerForm;
}

/** An expression that a handler takes from its module, with its imports. */
export interface RequestBody {
  readonly expression: string;
  readonly imports: readonly Import[];
}

/** Returns the request's body, read with the generated helper. */
export function jsonBody({ route }: Endpoint, { body }: EndpointTypes): RequestBody {
  const { json_body: helper } = IMPORTED;
  const argument = body.models.length === 0 ? "" : body.text;
  return {
    expression: `${helper.name}(${argument})`,
    imports: [helper, ...modelImports(route, body)],
  };
}

function sentImports({ route }: Endpoint, sent: ParametersModel | null): readonly Import[] {
  if (sent === null) return [];
  return [
    IMPORTED.request_parameters,
    ...(sent.items === null ? [] : [IMPORTED.listed]),
    ...modelImports(route, { models: [sent.name] }),
  ];
}

/** Returns the imports of an annotation's models. */
function modelImports(route: string, { models }: Pick<Annotation, "models">): readonly Import[] {
  const module = moduleName(DEFAULT_LAYOUT.layerPath(route, "model"));
  return models.map((name) => ({ module, name }));
}

/** Returns the handler of an endpoint. */
export function handlerPart(endpoint: Endpoint, wiring: HandlerWiring): CodePart {
  const { handler, method, rule, status, takesBody, serviceMethod, errors } = endpoint;
  const own = endpoint.parameters.map(({ variable }) => variable);
  const { blueprint, service, body, sent, form } = wiring;
  const created = form.returned.isDefault ? endpoint.created : null;
  const { decorators, parameters, namesEndpoint, annotation, returned } = form;
  // The return type of the other handlers may not allow headers, such as `Location`.
  const isOwnType = annotation === undefined || annotation !== null && created !== null;
  const code = handlerTemplate({
    blueprint,
    verb: method.toLowerCase(),
    rule,
    namesEndpoint,
    errors: errors === undefined ? "" : errorsDecorator(errors),
    handler,
    parameters: [
      ...parameters.filter((each) => !isLast(each)),
      ...typedParameters(endpoint),
      ...parameters.filter(isLast),
    ].join(", "),
    annotation: isOwnType ? RESPONSE_TYPE.name : annotation ?? "",
    sent: sent === null
      ? ""
      : `${sent.variable} = ${IMPORTED.request_parameters.name}(${sent.name})`,
    listed: sent === null || sent.items === null
      ? null
      : { items: sent.items, sent: sent.variable },
    before: returned.before,
    service,
    method: serviceMethod,
    arguments: [
      ...own,
      ...(takesBody ? [body.expression] : []),
      ...(sent?.arguments ?? []).map(({ variable, field }) =>
        `${variable}=${sent?.variable}.${field}`
      ),
    ].join(", "),
    after: returned.after,
    location: created === null ? "" : createdUrl(created),
    status,
    hasContent: hasContent(status),
  });
  const imports = [
    ...(returned.isDefault && hasContent(status) ? [{ module: "flask", name: "jsonify" }] : []),
    ...(created === null ? [] : [{ module: "flask", name: "url_for" }]),
    ...(isOwnType ? [RESPONSE_TYPE] : []),
    ...(takesBody ? body.imports : []),
    ...sentImports(endpoint, sent),
    ...(errors === undefined ? [] : [IMPORTED.errors]),
    ...parameterImports(endpoint),
  ];
  const part = { name: handler, code: breakLines(code), imports };
  return decorators.length === 0 ? part : { ...part, copied: copiedCode(decorators) };
}

/** Reports whether Python requires a parameter after those without a default. */
function isLast(parameter: string): boolean {
  return parameter.includes("=") || parameter.startsWith("**");
}

/** Returns an expression for the URL of the created item. */
function createdUrl({ handler, parameter: { variable }, key }: CreatedPlace): string {
  return `url_for(".${handler}", ${variable}=created[${pythonString(key)}])`;
}

const PARAMETER_TYPES: Readonly<Record<ParameterType, string>> = {
  string: "str",
  int: "int",
  float: "float",
  uuid: "UUID",
};

/** Returns the parameters of a function that a URL rule fills, such as `id_: int`. */
function typedParameters({ parameters }: Endpoint): readonly string[] {
  return parameters.map(({ variable, type }) => `${variable}: ${PARAMETER_TYPES[type]}`);
}

function parameterImports({ parameters }: Endpoint): readonly Import[] {
  return parameters.some(({ type }) => type === "uuid") ? [{ module: "uuid", name: "UUID" }] : [];
}

const RESPONSE_TYPE: Import = { module: "flask.typing", name: "ResponseReturnValue" };

function copiedCode(decorators: readonly HandlerDecorator[]): CopiedCode {
  const lines = (isAbove: boolean) =>
    decorators.filter((each) => each.isAbove === isAbove).map(({ text }) => `${text}\n`).join("");
  return { above: lines(true), below: lines(false) };
}

/** Returns the wiring of a handler in a generated module. */
export function generatedWiring(endpoint: Endpoint, types: EndpointTypes): HandlerWiring {
  return {
    blueprint: blueprintVariable(endpoint.route),
    service: `${SERVICE_FUNCTION}()`,
    body: jsonBody(endpoint, types),
    sent: types.parameters,
    form: generatedForm(endpoint),
  };
}

/** Returns the service's method for an endpoint. The method returns the mock. */
export function serviceMethodPart(endpoint: Endpoint, types: EndpointTypes): CodePart {
  const { route, serviceMethod, repositoryMethod, takesBody, status, mock } = endpoint;
  const { answer } = types;
  const isLoaded = mock !== null && needsDataFile(mock);
  const variables = endpoint.parameters.map(({ variable }) => variable);
  const raised = documentedErrors(endpoint.errors);
  const code = serviceMethodTemplate({
    method: serviceMethod,
    parameters: methodParameters(endpoint, types),
    arguments: shownArguments(
      [...variables, ...(takesBody ? ["data"] : [])],
      sentVariables(types),
      repositoryMethod,
    ),
    unknown: raised.some(({ status }) => status === 404)
      ? ""
      : variables.length > 1
      ? "part of the path"
      : variables.join(""),
    errors: raised.map(raisedLine),
    answer: answer.text,
    repositoryMethod,
    hasContent: hasContent(status),
    returnsModel: mock === null && hasContent(status) && endpoint.body !== undefined,
    mock: isLoaded
      ? `${IMPORTED.load_mock.name}(${pythonString(dataFileName(route, serviceMethod))})`
      : mock === null
      ? defaultAnswer(endpoint)
      : pythonLiteral(mock, { indent: 8, before: MOCK_COLUMN, after: 0 }),
    isAssigned: isLoaded && answer.text !== ANY.text,
  });
  const imports = typeImports(endpoint, types);
  if (isLoaded) {
    imports.push(IMPORTED.load_mock);
  }
  return { name: serviceMethod, code: breakLines(code), imports };
}

/** Returns the repository's method for an endpoint. The project's owners write its body. */
export function repositoryMethodPart(endpoint: Endpoint, types: EndpointTypes): CodePart {
  const { repositoryMethod: method } = endpoint;
  const parameters = methodParameters(endpoint, types);
  const code = repositoryMethodTemplate({ method, parameters, answer: types.answer.text });
  return { name: method, code: breakLines(code), imports: typeImports(endpoint, types) };
}

/** Returns the parameters of a method of the service or the repository. */
function methodParameters(endpoint: Endpoint, { body, parameters }: EndpointTypes): string {
  const data = endpoint.takesBody ? [`data: ${body.text}`] : [];
  const sent = parameters?.arguments.map(({ variable, annotation }) =>
    `${variable}: ${annotation.text}`
  );
  return ["self", ...typedParameters(endpoint), ...data, ...(sent ?? [])].join(", ");
}

/** Returns the arguments in the comment about real data; an ellipsis if the request has too many. */
function shownArguments(
  names: readonly string[],
  ofRequest: readonly string[],
  repositoryMethod: string,
): string {
  const all = [...names, ...ofRequest].join(", ");
  const line = `        # Mock. With real data: return self.repository.${repositoryMethod}(${all})`;
  return ofRequest.length > 0 && line.length > LINE_WIDTH ? "..." : all;
}

/** Returns the parameters of a service's method that the request's parameters fill. */
function sentVariables({ parameters }: EndpointTypes): readonly string[] {
  return parameters?.arguments.map(({ variable }) => variable) ?? [];
}

function typeImports(endpoint: Endpoint, { answer, body, parameters }: EndpointTypes): Import[] {
  const { route, takesBody } = endpoint;
  const types = [
    answer,
    ...(takesBody ? [body] : []),
    ...(parameters?.arguments.map(({ annotation }) => annotation) ?? []),
  ];
  return [
    ...importedIn(types.map(({ text }) => text).join(" "), TYPING),
    ...parameterImports(endpoint),
    ...types.flatMap((each) => modelImports(route, each)),
  ];
}

/** The names of `typing` in the types of services and repositories. */
const TYPING: readonly Import[] = [IMPORTED.Any, IMPORTED.Literal];

function defaultAnswer(endpoint: Endpoint): string {
  const words = defaultWords(endpoint);
  if (!endpoint.takesBody) return `"${words}"`;
  return `f"${words}{${endpoint.body === undefined ? "data" : "sent"}}"`;
}

/** The data file of a mock that is not written as a literal in code. */
export interface DataFile {
  readonly name: string;
  readonly text: string;
}

/** Returns the data file of an endpoint; `null` if its mock needs none. */
export function dataFile(endpoint: Endpoint): DataFile | null {
  if (endpoint.mock === null || !hasDataFile(endpoint)) return null;
  return { name: dataName(endpoint), text: `${exampleText(endpoint.mock)}\n` };
}

/** Reports whether the mock of an endpoint has a data file. */
export function hasDataFile({ mock }: Pick<Endpoint, "mock">): boolean {
  return mock !== null && needsDataFile(mock);
}

/** Returns the name of the data file of an endpoint's mock. */
export function dataName({ route, serviceMethod }: Endpoint): string {
  return dataFileName(route, serviceMethod);
}

/**
 * Returns the endpoint's test, with a stand-in for the service.
 *
 * @param isJson Whether the response is the service's answer as JSON.
 */
export function testPart(endpoint: Endpoint, types: EndpointTypes, isJson = true): CodePart {
  const { route, serviceMethod, testName: name, takesBody, method, prefix, rule, status } =
    endpoint;
  const { parameters, created } = endpoint;
  const isAnswer = isJson && hasContent(status);
  const { assigned, annotation, sent, received } = testBody(endpoint, types);
  const asked = types.parameters;
  const isList = asked !== null && asked.items !== null;
  const answer = created !== null
    ? createdAnswer(created)
    : isList
    ? listedAnswer(asked)
    : '{"from": "the service"}';
  const code = endpointTestTemplate({
    name,
    method: serviceMethod,
    verb: method.toLowerCase(),
    url: pythonString(exampleUrl(prefix, rule)),
    assigned,
    bodyType: annotation,
    query: types.parameters === null ? "" : sentQuery(types.parameters),
    headers: types.parameters === null ? "" : sentHeaders(types.parameters),
    body: sent,
    isCallChecked: takesBody || types.parameters !== null || parameters.length > 0 || !isAnswer,
    arguments: [
      ...parameters.map(exampleArgument),
      ...(received === "" ? [] : [received]),
      ...(types.parameters === null ? [] : receivedParameters(types.parameters)),
    ].join(", "),
    status,
    hasContent: hasContent(status),
    isJson: isAnswer,
    answer,
    json: isList ? `service.${serviceMethod}.return_value` : answer,
    isList,
    location: created === null ? "" : pythonString(exampleUrl(prefix, created.rule)),
  });
  const usesAny = /\bAny\b/.test(annotation);
  const imports = [
    ...(usesAny ? [IMPORTED.Any] : []),
    ...parameterImports(endpoint),
    ...modelImports(route, types.body),
  ];
  return { name, code: breakLines(code), imports };
}

/** Returns an answer with the id of the example URL. */
function createdAnswer({ parameter: { type }, key }: CreatedPlace): string {
  const value = exampleValue(type);
  return `{${pythonString(key)}: ${type === "int" ? value : pythonString(value)}}`;
}

/** Returns the value of a parameter in the example URL, as Flask passes it. */
function exampleArgument({ type }: RuleParameter): string {
  const value = exampleValue(type);
  if (type === "uuid") return `UUID(${pythonString(value)})`;
  return type === "string" ? pythonString(value) : value;
}

/** The body of a test's request, as Python expressions. */
interface TestBody {
  /** The literal that the test assigns to `body`; empty if it assigns none. */
  readonly assigned: string;
  /** The variable's annotation. Type checkers cannot infer the types of empty lists and objects. */
  readonly annotation: string;
  /** The body that the client sends; empty for none. */
  readonly sent: string;
  /** The arguments that the service gets. */
  readonly received: string;
}

function testBody({ takesBody, body }: Endpoint, types: EndpointTypes): TestBody {
  if (body === undefined) {
    const sent = takesBody ? '{"from": "the client"}' : "";
    return { assigned: "", annotation: "", sent, received: sent };
  }
  const shown = withoutMarks(body);
  const annotation = VARIABLE_TYPES[shown.kind] ?? "";
  const before = `    body${annotation} = `.length;
  return {
    assigned: pythonLiteral(shown, { indent: 4, before, after: 0 }),
    annotation,
    sent: "body",
    received: `${types.body.text}.model_validate(body)`,
  };
}

const VARIABLE_TYPES: Readonly<Partial<Record<Json["kind"], string>>> = {
  array: ": list[Any]",
  object: ": dict[str, Any]",
};
