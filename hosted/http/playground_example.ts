/** The spec that the playground starts with. It shows all features in a few lines. */

export const EXAMPLE_SPEC = `{
  "project": { "description": "A small shop" },
  "routes": {
    "products": {
      "type": "GET",
      "mock": [
        { "id": 1, "name": "Teapot", "price": 24.5 },
        { "id": 2, "name": "Lamp", "price": 79.0 }
      ],
      "subroutes": {
        "featured": { "type": "GET", "mock": { "id": 2 } },
        "import_batch": { "type": "POST" },
        "reprice": { "type": "PUT", "mock": { "changed": 2 } }
      }
    },
    "orders": {
      "type": "GET",
      "mock": [{ "id": 7, "product": 1, "paid": true }],
      "subroutes": { "cancel": { "type": "DELETE" } }
    }
  }
}
`;
