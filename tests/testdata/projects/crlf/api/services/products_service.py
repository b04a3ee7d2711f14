class ProductsService:
    def __init__(self, repository):
        self.repository = repository

    def get(self):
        return self.repository.get()

    def create(self, data):
        return {"created": data}
