class ProductsService:
    def __init__(self, repository):
        self.repository = repository

    def get(self):
        return self.repository.get()

    def get_sale(self, country):
        return {"country": country}

    async def create_hold(self, data):
        return data
