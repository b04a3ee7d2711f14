/** Loads the module for the role of a new thread: the starter, or a worker thread. */

import { workerData } from "node:worker_threads";
import type { StarterData, ThreadData } from "./messages.ts";

const { role } = workerData as StarterData | ThreadData;
await (role === "starter" ? import("./starter.ts") : import("./thread.ts"));
