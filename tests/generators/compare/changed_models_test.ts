import { equal } from "node:assert/strict";
import {
  type ChangedModel,
  changedModelsText,
} from "../../../generators/compare/changed_models.ts";

const CASES:
  readonly (readonly [before: string | undefined, after: string | undefined, text: string])[] = [
    ["a=1", "a=1,b=2", "OrdersBody, which has 'b' now"],
    ["a=1,b=2", "a=1", "OrdersBody, which has no 'b' now"],
    ["a=1", "b=1", "OrdersBody, which has 'b' now and no 'a'"],
    ["a=1,b=2,c=3", "c=3", "OrdersBody, which has no 'a' and no 'b' now"],
    ["a=1", "a=2", "OrdersBody, which has another type of 'a'"],
    ["a=1,b=2", "a=2,c=3", "OrdersBody, which has 'c' now and another type of 'a' and no 'b'"],
    ["a=1", "a=2,b=2,c=2,d=2", "OrdersBody, which changed"],
    [undefined, "a=1", "OrdersBody, which changed"],
    ["a=1", undefined, "OrdersBody, which changed"],
  ];

for (const [before, after, text] of CASES) {
  Deno.test(`A model that was ${before} and becomes ${after}: ${text}`, () => {
    equal(changedModelsText([model("OrdersBody", before, after)]), text);
  });
}

Deno.test("models with the same changes are named together", () => {
  const models = [
    model("OrdersBody", "a=1", "a=1,b=2"),
    model("OrdersModel", "c=1", "c=1,b=2"),
    model("OrdersItem", "c=1", "c=2"),
  ];
  equal(
    changedModelsText(models),
    "OrdersBody and OrdersModel, which have 'b' now, and OrdersItem, which has another type of 'c'",
  );
});

function model(name: string, before: string | undefined, after: string | undefined): ChangedModel {
  const hash = (parts: string | undefined) =>
    parts && `0123456789abcdef,${parts.replaceAll(/=(\d)/g, "=0000000$1")}`;
  return { name, before: hash(before), after: hash(after) };
}
