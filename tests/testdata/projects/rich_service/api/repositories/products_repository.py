class ProductsRepository:
    def get(self):
        return [{"id": 1, "name": "Lamp"}]

    def get_sale(self):
        return [{"id": 1, "price": 3}]
