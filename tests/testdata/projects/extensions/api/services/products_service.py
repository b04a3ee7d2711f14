from api.repositories.products_repository import ProductsRepository


class ProductsService:
    def __init__(self):
        self.repository = ProductsRepository()
        self.calls = 0

    def get(self):
        self.calls += 1
        return self.repository.get()

    def create(self, data):
        return {"created": data}
