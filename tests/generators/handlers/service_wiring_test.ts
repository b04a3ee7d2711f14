import { deepEqual } from "node:assert/strict";
import { wireService } from "../../../generators/handlers/service_wiring.ts";
import { generatedHome } from "../../../project/homes/route_home.ts";
import { readPython } from "../../../python/python_module.ts";

const SERVICE = "class ShopService:\n    def get(self):\n        return 1\n";

for (const others of [0, 5, 500]) {
  Deno.test(`a service is found by a call to its method after ${others} other calls`, () => {
    const calls = Array.from({ length: others }, (_, index) => `    other.call_${index}()\n`);
    const module = "from api.wiring import shop_service\n\n\n" +
      `def get():\n${calls.join("")}    return shop_service.get()\n`;
    const context = {
      service: readPython(SERVICE),
      repository: readPython(""),
      hasPerRequest: true,
    };
    deepEqual(wireService(generatedHome("shop"), readPython(module), context), {
      expression: "shop_service",
      part: null,
    });
  });
}
