/** New handlers of a route, in the form of the handlers that it has. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { findClass } from "../../project/semantics/service_class.ts";
import { bindings } from "../../python/bindings.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { SERVICE_FUNCTION } from "../../project/layout/layout.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { CodePart } from "../code/code_part.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { handlerPart, jsonBody, type RequestBody, testPart } from "../code/endpoint_code.ts";
import type { HandlerForm } from "../code/handler_form.ts";
import type { EndpointTypes } from "../code/models.ts";
import { hasPerRequest } from "../code/support.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { Conventions, type KnownForm } from "./conventions.ts";
import type { RouteModule } from "./route_module.ts";
import { type ServiceWiring, wireService } from "./service_wiring.ts";

/** The form of a new handler, and its access to the service. */
export interface NewHandler {
  readonly form: HandlerForm;
  /** The handler's expression for the service. */
  readonly service: string;
  /** The function that the expression calls, if it does not exist yet. */
  readonly wiring: CodePart | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The handlers of a route, and how a new one reaches the service. */
interface KnownHandlers {
  readonly wired: ServiceWiring | Diagnostic;
  readonly conventions: Conventions;
}

/** Finds the form of handlers. The modules of the route are read once for all of them. */
export class NewHandlers {
  readonly #forms = new Map<string, NewHandler | Diagnostic>();
  #read: KnownHandlers | undefined;
  #body: boolean | undefined;
  #untested: string | null | undefined;

  constructor(
    private readonly home: RouteHome,
    private readonly module: RouteModule,
    private readonly draft: ProjectDraft,
  ) {}

  /** Returns the form of a new handler, or an error if it cannot reach the service. */
  of(endpoint: Endpoint): NewHandler | Diagnostic {
    const { method, status, mock, prefix } = endpoint;
    // The form depends on nothing else of the endpoint.
    const key = JSON.stringify([method, status, mock?.kind ?? null, prefix]);
    const known = this.#forms.get(key) ??
      this.#withService(this.#known.conventions.of(endpoint));
    this.#forms.set(key, known);
    return known;
  }

  /**
   * Returns the form of a handler that is written again: the one that it has; `null` if it has the
   * generated form, or if no handler has its name.
   *
   * @param name The name of its function.
   */
  again(endpoint: Endpoint, name: string): NewHandler | null {
    const form = this.#known.conventions.again(endpoint, name);
    const handler = form === null ? null : this.#withService(form);
    return handler === null || "severity" in handler ? null : handler;
  }

  #withService({ form, service: given, diagnostics }: KnownForm): NewHandler | Diagnostic {
    if (given !== null) return { form, service: given, wiring: null, diagnostics };
    const { wired } = this.#known;
    if ("severity" in wired) return wired;
    return { form, service: wired.expression, wiring: wired.part, diagnostics };
  }

  get #known(): KnownHandlers {
    return this.#read ??= this.#readHandlers();
  }

  #readHandlers(): KnownHandlers {
    const { service: className, paths } = this.home;
    const wired = wireService(this.home, this.#moduleAt(paths.route), {
      service: this.#moduleAt(paths.service),
      repository: this.#moduleAt(paths.repository),
      hasPerRequest: hasPerRequest(this.#moduleAt(this.home.layout.perRequest).source),
    });
    const conventions = new Conventions(this.module.handlers, {
      className,
      expression: "severity" in wired ? null : wired.expression,
      methods: methodNames(this.#moduleAt(paths.service), className),
    });
    return { wired, conventions };
  }

  /** Returns the code of a handler. */
  code(endpoint: Endpoint, types: EndpointTypes, { form, service }: NewHandler): CodePart {
    const body = this.#requestBody(endpoint, types);
    const { module: { blueprint } } = this;
    return handlerPart(endpoint, { blueprint, service, body, sent: types.parameters, form });
  }

  /** Returns the generated body helper if the project still has it, otherwise Flask's. */
  #requestBody(endpoint: Endpoint, types: EndpointTypes): RequestBody {
    this.#body ??= bindings(this.#moduleAt(this.home.layout.requestBody))
      .some(({ name }) => name === IMPORTED.json_body.name);
    if (this.#body) return jsonBody(endpoint, types);
    return { expression: "request.get_json()", imports: [{ module: "flask", name: "request" }] };
  }

  /** Returns the test of a handler. */
  test(endpoint: Endpoint, types: EndpointTypes, { form }: NewHandler): CodePart {
    const { isJson, isDefault } = form.returned;
    return testPart(isDefault ? endpoint : { ...endpoint, created: null }, types, isJson);
  }

  /** Tells why the route's tests cannot take the test of a handler; `null` if they can. */
  untested({ service }: NewHandler): string | null {
    this.#untested ??= this.#otherTests();
    if (this.#untested !== null) return this.#untested;
    // The stand-in replaces the class, so it does not affect an instance that already exists.
    return service.endsWith(")") ? null : `has a stand-in that does not reach '${service}'`;
  }

  #otherTests(): string | null {
    const module = this.draft.module(this.home.paths.test)?.module;
    if (module === undefined) return "does not exist";
    const fixture = symbols(module).find(({ kind, name }) =>
      kind === "function" && name === SERVICE_FUNCTION
    );
    const hasForm = fixture?.text.includes("yield stand_in.return_value") ?? false;
    return hasForm ? null : "no longer has the form of generated tests";
  }

  #moduleAt(path: ProjectPath): PythonModule {
    return moduleAt(this.draft, path);
  }
}

/** Returns a module; an empty one if it does not exist. */
export function moduleAt(draft: ProjectDraft, path: ProjectPath): PythonModule {
  return draft.module(path)?.module ?? readPython("");
}

function methodNames(module: PythonModule, className: string): ReadonlySet<string> {
  const { children = [] } = findClass(module, className) ?? {};
  return new Set(children.filter(({ kind }) => kind === "function").map(({ name }) => name));
}
