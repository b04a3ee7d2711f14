/** A thread whose work under the lock of the project `shop` never ends. */

import { workerData } from "node:worker_threads";

const { role, port } = workerData;
const ask = (id: number, question: unknown) => port.postMessage({ kind: "ask", id, question });

if (role === "starter") await import("../../../../hosted/http/isolation/starter.ts");
else {
  port.on("message", ({ kind }: { readonly kind: string }) => {
    switch (kind) {
      case "call":
        return ask(1, { kind: "open", path: "shop" });
      case "answer":
        return ask(2, { kind: "begin", project: 0, access: "exclusively" });
      case "work":
        for (;;);
    }
  });
  port.postMessage({ kind: "ready" });
}
