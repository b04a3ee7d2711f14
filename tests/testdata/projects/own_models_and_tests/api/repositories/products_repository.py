class ProductsRepository:
    def get(self):
        return [{"id": 1, "name": "Lamp"}]
