/** What the code of endpoints shows before the data files of their mocks are read. */

import type { Snapshot } from "../../core/change_set.ts";
import type { Json } from "../../core/json.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { ownName } from "../../python/symbols.ts";
import type { RouteHomes } from "../homes/route_homes.ts";
import type { Answer } from "../responses/answers.ts";
import { BodyModels, type ModelledBody } from "../responses/body_models.ts";
import {
  type EndpointHandler,
  type HandlerResponse,
  HandlerResponses,
} from "../responses/handler_responses.ts";
import type { AnalyzedEndpoint } from "../routing/analysis.ts";
import { changingDecorator } from "../responses/decorators.ts";
import { RecordedEndpoints } from "./recorded_endpoints.ts";
import { NOTHING_SEEN, readRequest, type SeenRequest } from "./request_reading.ts";
import type { ParametersPart } from "../../spec/parameters.ts";
import { sentBody, sentParameters } from "./sent_bodies.ts";
import { readErrors } from "./errors_reading.ts";

/** An endpoint in the code, with one of its methods. */
export interface CodeEndpoint {
  /** The name of its route in a spec; the name of its blueprint if a spec cannot express it. */
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** The path of its route; `null` if a spec cannot express the endpoint. */
  readonly prefix: string | null;
  /** In upper case. */
  readonly method: string;
  readonly source: EndpointHandler & Pick<AnalyzedEndpoint, "path">;
}

/** What the code of a handler shows besides its contract. */
export interface SeenHandler {
  readonly request: SeenRequest;
  /** Whether its responses can have no other status than the one that was read. */
  readonly isStatusSure: boolean;
  /** The first decorator that may change its responses; `null` without one. */
  readonly changedBy: string | null;
}

/**
 * Maximum length of all repeated mocks, and of all bodies, as a multiple of the length of the
 * project's files. A document repeats a constant for each endpoint that returns it, and a model's
 * example for each endpoint that checks the model.
 */
const MAX_GROWTH = 8;

/** Reads endpoints of a project. Each module is read once, and only if it is asked for. */
export class CodeReading {
  readonly #files: Snapshot;
  readonly #recorded: RecordedEndpoints;
  readonly #read = new Map<CodeEndpoint, HandlerResponse>();
  #handlers: HandlerResponses | undefined;
  #models: BodyModels | undefined;

  /**
   * @param files The project's Python files.
   * @param homes The places of the code of its recorded routes.
   */
  constructor(files: Snapshot, homes: RouteHomes) {
    this.#files = files;
    this.#recorded = new RecordedEndpoints(homes);
  }

  /** Maximum length of all repeated mocks, and of all bodies, in characters. */
  get room(): number {
    return MAX_GROWTH * this.#files.values().reduce((sum, text) => sum + text.length, 0);
  }

  /** Reads the response of an endpoint. */
  response(endpoint: CodeEndpoint): HandlerResponse {
    const known = this.#read.get(endpoint);
    if (known !== undefined) return known;
    const { source, method, prefix } = endpoint;
    const read = this.#responses.read(source, method);
    const isUnknown = read.answer.kind === "unknown" && prefix !== null;
    const recorded = isUnknown ? this.#recordedAnswer(endpoint, read.passedOn) : null;
    const response = recorded === null ? read : { ...read, answer: recorded };
    this.#read.set(endpoint, response);
    return response;
  }

  /**
   * Reads the answer of an endpoint's recorded service; `null` if people edited it. They may have
   * changed how the handler gets its service, for example to an import with a fallback, so that the
   * handler does not lead to the service.
   *
   * @param passedOn The method whose answer the handler sends as it is. A generated handler may also have
   * the envelope of its neighbours.
   */
  #recordedAnswer(endpoint: CodeEndpoint, passedOn: string | null): Answer | null {
    const service = this.#recorded.find(endpoint, "service");
    const isGenerated = service?.edited === false && ownName(service.name) === passedOn &&
      this.#recorded.find(endpoint, "route")?.edited === false;
    return isGenerated ? this.#responses.answerOf(service.path, service.name) : null;
  }

  /** Returns the body that a handler checks, like {@linkcode BodyModels.of}. */
  checked({ source, method }: CodeEndpoint): ModelledBody | "any" | null {
    const handler = this.#responses.handlerOf(source, method);
    return handler === null ? null : this.#checking.of(handler);
  }

  /** Returns the parameters that a handler checks, like {@linkcode BodyModels.parametersOf}. */
  checkedParameters({ source, method }: CodeEndpoint): ModelledBody | null {
    const handler = this.#responses.handlerOf(source, method);
    return handler === null ? null : this.#checking.parametersOf(handler);
  }

  /**
   * Returns the errors that a handler documents; `null` if it documents none, and the reason if a
   * spec cannot have them.
   */
  documentedErrors({ source, method }: CodeEndpoint): Json | string | null {
    const handler = this.#responses.handlerOf(source, method);
    return handler === null ? null : readErrors(handler);
  }

  /** Returns what the code of an endpoint's handler shows besides its contract. */
  seen(endpoint: CodeEndpoint): SeenHandler {
    const handler = this.#responses.handlerOf(endpoint.source, endpoint.method);
    return {
      request: handler === null ? NOTHING_SEEN : readRequest(handler),
      isStatusSure: this.response(endpoint).isStatusSure,
      changedBy: handler === null ? null : changingDecorator(handler),
    };
  }

  /** Returns a body that the test of an endpoint sends; `null` if there is none. */
  sent(endpoint: CodeEndpoint): Json | null {
    return endpoint.prefix === null ? null : sentBody(endpoint, this.#recorded);
  }

  /** Returns a query or headers that the test of an endpoint sends; `null` if there are none. */
  sentParameters(part: ParametersPart, endpoint: CodeEndpoint): Json | null {
    return endpoint.prefix === null ? null : sentParameters(part, endpoint, this.#recorded);
  }

  /** Returns the data files that the responses of endpoints come from. */
  dataFiles(endpoints: readonly CodeEndpoint[]): readonly ProjectPath[] {
    const paths = endpoints.flatMap((each) => {
      const { answer } = this.response(each);
      return answer.kind === "file" ? [answer.path] : [];
    });
    return [...new Set(paths)];
  }

  get #checking(): BodyModels {
    return this.#models ??= new BodyModels(this.#responses.evaluator);
  }

  get #responses(): HandlerResponses {
    return this.#handlers ??= new HandlerResponses(this.#files);
  }
}
