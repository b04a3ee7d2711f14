/** One row of the table that compares a project with its records and with a spec. */

import { answers } from "../../project/layout/layers.ts";
import {
  MissingRegistrations,
  registrationNote,
} from "../../project/routing/missing_registration.ts";
import type { UnreadableFile, UnreadableFiles } from "../../project/problems/unreadable_files.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { endpointKey, type EndpointRecord } from "../../project/records/route_record.ts";
import { printedPath, requestKey, typedPath } from "../../project/layout/url_paths.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { defaultStatus, type OptionalParts, parseMethod } from "../../spec/api_spec.ts";
import { endpointInput, isDecided } from "../code/endpoint_input.ts";
import { hasCode } from "./generated_definitions.ts";
import { type Handler, handlerName, type Handlers, type Paired, pathOf } from "./handlers.ts";
import type { Agreement, CodeOwner, EndpointState } from "./project_state.ts";

/** A part of the contract that clients see, apart from method and path; or both, if that is unknown. */
export type ContractPart =
  | "status"
  | keyof OptionalParts
  | "query or headers"
  | "status, query, headers, list or body";

/** Returns new parts of a contract for a sentence, such as `a new status and body` or `new headers`. */
export function newParts(parts: readonly ContractPart[]): string {
  return `${parts[0] === "headers" ? "" : "a "}new ${parts.join(" and ")}`;
}

/**
 * What a run would do with an endpoint that differs from the spec: write it, leave it to people, or ask them about
 * the parts of its contract that they edited.
 */
export type Pending = "written" | "left" | { readonly conflict: readonly ContractPart[] };

/** The project of a case. Everything is looked up on demand, and once. */
export interface ComparedCode {
  readonly hasSpec: boolean;
  readonly handlers: Handlers<Paired>;
  readonly homes: RouteHomes;
  readonly registrations: MissingRegistrations;
  readonly unreadable: UnreadableFiles;
  /** Tells what a run would do with an endpoint; `null` if that is unknown. */
  pending(of: EndpointCase): Pending | null;
  /**
   * Reports whether models of a route may stay as they are: people edited one, gave one methods, or
   * edited a handler. Endpoints may share models.
   */
  mayHoldModels(route: string): boolean;
}

/** A case whose endpoint the spec wants and a record has. */
export type RespecifiedCase = EndpointCase & {
  readonly wanted: Endpoint;
  readonly recorded: EndpointRecord;
};

/** An endpoint as the spec wants it, as it was recorded, and as the code serves it. */
export class EndpointCase implements Paired {
  /** The route's name; for code of other layouts, the name of the blueprint or its variable. */
  readonly route: string;
  /** The endpoint as the spec wants it; `null` if the spec does not have it. */
  readonly wanted: Endpoint | null;
  /** The endpoint as it was generated; `null` if it never was. */
  readonly recorded: EndpointRecord | null;
  /** Whether people removed it with a command, and the spec has not changed it since. */
  readonly isRemoved: boolean;
  readonly #code: ComparedCode;
  readonly #handler: Handler | undefined;
  #definitions: readonly (FoundDefinition | null)[] | undefined;
  #agreement: Agreement | null | undefined;

  /** @param handler The handler of an endpoint that has no record and that the spec lacks. */
  constructor(
    { route, wanted, recorded, isRemoved = false }: Paired & { readonly isRemoved?: boolean },
    code: ComparedCode,
    handler?: Handler,
  ) {
    this.route = route;
    this.wanted = wanted;
    this.recorded = recorded;
    this.isRemoved = isRemoved;
    this.#code = code;
    this.#handler = handler;
  }

  /** Whether a handler may belong to it. A record may only be left over from people's own handler. */
  get mayBeServed(): boolean {
    const { wanted, recorded, isRemoved } = this;
    return !isRemoved && (wanted !== null || recorded === null || hasCode(recorded));
  }

  /** The handler that serves it; `null` if there is none. */
  get handler(): Handler | null {
    return this.#handler ?? this.#code.handlers.of(this);
  }

  /** The file that does not parse and that seems to have its handler; `null` if there is none. */
  get unreadable(): UnreadableFile | null {
    const { route, recorded, handler } = this;
    const { unreadable } = this.#code;
    if (handler !== null) return unreadable.at(handler.file);
    const name = recorded === null ? undefined : handlerName(recorded);
    return name === undefined ? null : unreadable.mayHave(route, name);
  }

  /** The recorded definitions that answer its requests; `null` for those that the code lacks. */
  get definitions(): readonly (FoundDefinition | null)[] {
    return this.#definitions ??= (this.recorded?.definitions ?? [])
      .filter(({ layer }) => answers(layer))
      .map((each) => this.#code.homes.find(this.route, each));
  }

  /** Its agreement with the spec; `null` if it is in none of spec and code by people's decision. */
  get agreement(): Agreement | null {
    return this.#agreement === undefined ? this.#agreement = this.#agree() : this.#agreement;
  }

  /** The owner of the code that answers; `null` if there is no handler. */
  get owner(): CodeOwner | null {
    if (this.handler === null) return null;
    if (this.recorded === null) return "yours";
    if (this.isEdited) return "edited";
    return this.definitions.some((each) => each?.moved) ? "moved" : "generated";
  }

  /** Whether people edited or deleted code that answers its requests. */
  get isEdited(): boolean {
    return this.definitions.some((each) => each === null || each.edited);
  }

  /** Whether people put decorators, docstrings or comments around its code. */
  get hasSurroundings(): boolean {
    return this.definitions.some((each) =>
      each !== null && each.place.symbol.parsed().symbol.surroundings !== ""
    );
  }

  /** Whether the spec changes more of it than its method. */
  get changesMore(): boolean {
    const { wanted, recorded } = this;
    if (wanted === null || recorded === null) return false;
    const method = parseMethod(recorded.method) ?? "GET";
    const isDefault = wanted.status === defaultStatus(wanted.method);
    const status = isDefault ? defaultStatus(method) : wanted.status;
    return endpointInput({ ...wanted, method, status }) !== recorded.input;
  }

  /**
   * Whether another method in the spec needs people's decision. What people put around a handler stays
   * only if its code stays, which then cannot follow anything else.
   */
  get holdsMethod(): boolean {
    return this.owner === "edited" || this.hasSurroundings && this.changesMore;
  }

  /** Whether people decided that it need not follow the spec. Without a spec, any decision holds. */
  get isKept(): boolean {
    if (this.recorded === null) return false;
    const { wanted, recorded } = this;
    const { kept, wanted: asked } = recorded;
    if (wanted === null) return !this.#code.hasSpec && kept !== null;
    // The hash lacks paths, so a decision about one does not hold for another. People may have kept the prefix.
    const isSame = asked === undefined
      ? recorded.path.endsWith(wanted.rule)
      : endpointKey(asked) === keyOf(wanted);
    return isSame && isDecided(wanted, kept);
  }

  /** Reports whether the spec gives another method or path to an endpoint that it made. */
  isRespecified(): this is RespecifiedCase {
    const { route, wanted, recorded } = this;
    return wanted !== null && recorded !== null && route === wanted.route &&
      recorded.origin === "spec" && hasCode(recorded) && keyOf(wanted) !== endpointKey(recorded);
  }

  /**
   * Reports whether the project serves its method and path, at its full path or, because people may
   * have changed the prefix of the blueprint, at its rule in the route's module. An endpoint that was
   * generated for another route counts as served, even if it was deleted.
   */
  isServed = (): boolean => {
    const { wanted, recorded } = this;
    if (wanted === null) return this.handler !== null;
    const isRecorded = recorded !== null && hasCode(recorded) &&
      keyIn(recorded) === requestKey(wanted.method, pathOf(wanted));
    return isRecorded || this.#code.handlers.serves(wanted);
  };

  /** Reports whether a handler serves it, perhaps one that people wrote anew. */
  hasHandler = (): boolean => this.handler !== null;

  /** The HTTP method in upper case, as served, wanted or recorded; `?` if unknown. */
  get method(): string {
    return (this.#readHandler() ?? this.wanted ?? this.recorded ?? this.handler)?.method ?? "?";
  }

  /** The full URL path as specs write it, as served, wanted or recorded; `?` if unknown. */
  get path(): string {
    const { wanted, recorded } = this;
    const handler = this.#readHandler();
    const path = handler === null
      ? wanted === null ? (recorded ?? this.handler)?.path : pathOf(wanted)
      : handler.path;
    return printedPath(path ?? "?");
  }

  /** Returns its handler, unless the file does not parse, of which other parts may be missing. */
  #readHandler(): Handler | null {
    const { handler } = this;
    return handler === null || this.#code.unreadable.at(handler.file) !== null ? null : handler;
  }

  /** The row of the endpoint in the report of `status`. */
  get state(): EndpointState | null {
    const { agreement, route, method, path, owner, note } = this;
    if (agreement === null) return null;
    const place = agreement === "unreadable" ? this.unreadable : this.handler;
    const [file, line] = [place?.file ?? null, place?.line ?? null];
    const row = { route, method, path, file, line, code: owner, note };
    // The order of members in JSON reports.
    return this.#handler === undefined
      ? { ...row, state: agreement }
      : { state: agreement, ...row };
  }

  /**
   * The place of edited or moved code, the file that does not parse, the endpoint's earlier form, the form in the
   * spec, or the lines to add; may be empty.
   */
  get note(): string {
    const { agreement, handler, recorded } = this;
    if (agreement === "unreadable") {
      const at = this.unreadable;
      return at === null ? "" : `${at.file}:${at.line} does not parse`;
    }
    if (handler === null) {
      const rest = this.#remains();
      return rest === undefined ? "" : `left in ${placeOf(rest)}`;
    }
    if (agreement === "unregistered") {
      const missing = this.#code.registrations.of(handler);
      return missing === null ? "" : registrationNote(missing);
    }
    if (agreement === "changed" && recorded !== null) return `was ${apart(recorded, handler)}`;
    return this.#specNote(handler) ?? this.place;
  }

  /** The first place of its code that people edited or moved; may be empty. */
  get place(): string {
    if (this.handler === null) return "";
    const { definitions } = this;
    const found = definitions.find((each) => each === null || each.edited) ??
      (definitions.includes(null) ? null : definitions.find((each) => each?.moved));
    return found === null || found === undefined ? "" : placeOf(found);
  }

  /** The place of its method in the service, such as `api/services/carts_service.py:11`. */
  get servicePlace(): string {
    const layers = (this.recorded?.definitions ?? []).filter(({ layer }) => answers(layer));
    const found = this.definitions[layers.findIndex(({ layer }) => layer === "service")];
    return found == null ? "" : placeOf(found);
  }

  /** The places of its code that people edited or, if they only moved it, the first of them. */
  get edits(): readonly string[] {
    const edited = this.definitions.flatMap((each) => each?.edited ? [placeOf(each)] : []);
    if (edited.length > 0) return edited;
    return this.place === "" ? [] : [this.place];
  }

  #agree(): Agreement | null {
    const { wanted, recorded, handler } = this;
    if (!this.mayBeServed) return null;
    if (handler === null) {
      if (recorded === null) return "new";
      if (this.isKept) return null;
      if (this.unreadable !== null) return "unreadable";
      // Another route answers it, and is listed with it.
      if (this.#isAnsweredElsewhere) return null;
      const isAsked = wanted !== null && this.#code.hasSpec;
      return isAsked || this.#remains() !== undefined ? "deleted" : null;
    }
    if (this.unreadable !== null) return "unreadable";
    if (!handler.registered) return "unregistered";
    if (this.isKept) return "same";
    return wanted === null ? this.#withoutSpec(handler) : this.#withSpec(wanted, handler);
  }

  get #isAnsweredElsewhere(): boolean {
    const { wanted, recorded } = this;
    const [method, path] = wanted === null
      ? [recorded?.method, recorded?.path]
      : [wanted.method, pathOf(wanted)];
    return method !== undefined && path !== undefined && this.#code.handlers.answers(method, path);
  }

  #withoutSpec(handler: Handler): Agreement {
    const { recorded } = this;
    if (recorded === null) return "beside";
    if (keyIn(handler) !== keyIn(recorded)) return "changed";
    if (!this.#code.hasSpec) return "same";
    return recorded.origin === "spec" ? "extra" : "beside";
  }

  #withSpec(wanted: Endpoint, handler: Handler): Agreement {
    const { recorded } = this;
    if (recorded === null) return "same";
    if (this.#isAskedOtherwise(wanted, handler)) {
      const [served, known] = [keyIn(handler), keyIn(recorded)];
      const asked = requestKey(wanted.method, pathOf(wanted));
      if (served !== known) return asked === known ? "changed" : "conflict";
      return this.#holdsRequest(wanted, recorded) ? "conflict" : "outdated";
    }
    // If a merge lost the hash, nothing shows that the input changed.
    const isFollowed = recorded.input === null || recorded.input === endpointInput(wanted);
    if (isFollowed) return "same";
    const pending = this.#pending(wanted);
    return pending === "left" ? "same" : pending === "written" ? "outdated" : "conflict";
  }

  /**
   * Reports whether the spec has another method or path than its handler: another request or, if the spec
   * changed its parameters, the same request with others. Edited code keeps the names of its parameters.
   */
  #isAskedOtherwise(wanted: Endpoint, handler: Handler): boolean {
    const path = pathOf(wanted);
    if (keyIn({ method: wanted.method, path }) !== keyIn(handler)) return true;
    const differs = (form: (path: string) => string) =>
      [this.recorded, handler].every((each) =>
        each !== null && form(each.path ?? "?") !== form(path)
      );
    return differs(printedPath) && (this.owner !== "edited" || differs(typedPath));
  }

  /** Reports whether the spec gives it a method or path that its code gets only by people's decision. */
  #holdsRequest(wanted: Endpoint, recorded: EndpointRecord): boolean {
    if (recorded.method !== wanted.method) return this.holdsMethod;
    return this.owner === "edited" && this.#pending(wanted) !== "written";
  }

  /** Returns what a run would do with it beside code that people edited. */
  #pending(wanted: Endpoint): Pending {
    // No run touches it before the route has its name in the spec.
    if (this.route !== wanted.route) return "written";
    const isEdited = this.owner === "edited";
    if (!isEdited && !this.#code.mayHoldModels(this.route)) return "written";
    return this.#code.pending(this) ?? (isEdited ? "left" : "written");
  }

  /** Returns code of an endpoint without a handler. */
  #remains(): FoundDefinition | undefined {
    const { homes } = this.#code;
    return (this.recorded?.definitions ?? []).map((each) => homes.find(this.route, each))
      .find((each) => each !== null);
  }

  /** Tells what the spec wants instead; `null` if the endpoint has the method and path of the spec. */
  #specNote(handler: Handler): string | null {
    const { agreement, route, wanted } = this;
    if (wanted === null || agreement !== "conflict" && agreement !== "outdated") return null;
    if (route !== wanted.route) {
      return `'layerwright rename route ${route} ${wanted.route}' gives the route its name in the spec`;
    }
    const asked = { method: wanted.method, path: pathOf(wanted) };
    if (this.#isAskedOtherwise(wanted, handler)) return `the spec wants ${apart(asked, handler)}`;
    const pending = agreement === "conflict" ? this.#pending(wanted) : null;
    return pending === null || typeof pending === "string"
      ? null
      : `the spec has ${newParts(pending.conflict)}, and people edited the code that has it`;
  }
}

function placeOf({ path, line }: FoundDefinition): string {
  return `${path}:${line}`;
}

function keyIn({ method, path }: Pick<Handler, "method" | "path">): string {
  return requestKey(method, path ?? "?");
}

/** Formats the path of an endpoint, with its method in front if the methods differ. */
function apart(
  { method, path }: Pick<EndpointRecord, "method" | "path">,
  other: Pick<Handler, "method">,
): string {
  const printed = printedPath(path);
  return method === other.method ? printed : `${method} ${printed}`;
}
