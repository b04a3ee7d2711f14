/** A thread that crashes on its first job. */

import { workerData } from "node:worker_threads";

const { role, port } = workerData;
if (role === "starter") await import("../../../../hosted/http/isolation/starter.ts");
else {
  port.on("message", () => {
    throw new Error("The thread fails");
  });
  port.postMessage({ kind: "ready" });
}
