/** Finds the mutants of a module. */

import { parse } from "@babel/parser";
import { type Node, VISITOR_KEYS } from "@babel/types";
import { type Block, createMutant, type Mutant } from "./mutant.ts";
import type { Mutator } from "./mutator.ts";
import { calls } from "./mutators/calls.ts";
import { conditions } from "./mutators/conditions.ts";
import { literals } from "./mutators/literals.ts";
import { logic, operators } from "./mutators/operators.ts";
import { returns } from "./mutators/returns.ts";
import { sql } from "./mutators/sql.ts";
import { statements } from "./mutators/statements.ts";

const MUTATORS: readonly Mutator[] = [
  calls,
  conditions,
  literals,
  logic,
  operators,
  returns,
  sql,
  statements,
];

/** Properties that only people read. */
const WORDS = new Set(["description", "hint", "message", "summary", "title"]);

/**
 * Returns all mutants of a module, in the order of its text. Types, imports and messages are not changed.
 *
 * @param path The module, relative to the checkout's root.
 * @throws {SyntaxError} If the source does not parse.
 */
export function findMutants(path: string, source: string): Mutant[] {
  const plugins: ("typescript" | "jsx")[] = path.endsWith(".tsx")
    ? ["typescript", "jsx"]
    : ["typescript"];
  const { program } = parse(source, { sourceType: "module", plugins });
  const found: Mutant[] = [];
  visit(program, [], (node, ancestors) => {
    for (const mutator of MUTATORS) {
      for (const edit of mutator(node, { source, ancestors })) {
        found.push(createMutant(path, source, edit, around([...ancestors, node])));
      }
    }
  });
  const distinct = new Map(found.map((each) => [keyOf(each), each]));
  return [...distinct.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

function keyOf({ start, end, replacement }: Mutant): string {
  return `${start} ${end} ${replacement}`;
}

function visit(
  node: Node,
  ancestors: readonly Node[],
  see: (node: Node, ancestors: readonly Node[]) => void,
): void {
  if (isLeftAlone(node)) return;
  see(node, ancestors);
  const inside = [...ancestors, node];
  for (const child of children(node)) visit(child, inside, see);
}

function children(node: Node): Node[] {
  const values = (VISITOR_KEYS[node.type] ?? [])
    .filter((key) => !(key === "key" && "computed" in node && !node.computed))
    // A loop without its update does not end.
    .filter((key) => !(key === "update" && node.type === "ForStatement"))
    .flatMap((key) => (node as unknown as Record<string, Node | Node[] | null | undefined>)[key]);
  return values.filter((value) => value !== null && value !== undefined);
}

function isLeftAlone(node: Node): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ThrowStatement":
      return true;
    case "NewExpression":
      return node.callee.type === "Identifier" && node.callee.name.endsWith("Error");
    case "ObjectProperty":
      return node.key.type === "Identifier" && WORDS.has(node.key.name);
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
      return false;
    default:
      return node.type.startsWith("TS");
  }
}

function around(nodes: readonly Node[]): { within: string; blocks: Block[] } {
  const within = nodes.map(nameOf).findLast((name) => name !== undefined) ?? "";
  const blocks = nodes.flatMap(({ type, loc }) =>
    type === "BlockStatement" && loc ? [{ first: loc.start.line, last: loc.end.line }] : []
  );
  return { within, blocks };
}

function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case "FunctionDeclaration":
      return node.id?.name;
    case "VariableDeclarator":
      return node.id.type === "Identifier" ? node.id.name : undefined;
    case "ClassMethod":
    case "ObjectMethod":
      return node.key.type === "Identifier" ? node.key.name : undefined;
    case "ClassPrivateMethod":
      return `#${node.key.id.name}`;
    default:
      return undefined;
  }
}
