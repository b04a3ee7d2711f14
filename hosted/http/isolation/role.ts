/** The first module of a new thread, which loads the module for the thread's role. */

import { workerData } from "node:worker_threads";
import type { StarterData, ThreadData } from "./messages.ts";

const { role } = workerData as StarterData | ThreadData;
await (role === "starter" ? import("./starter.ts") : import("./thread.ts"));
