from dataclasses import dataclass, field

from api.repositories.products_repository import ProductsRepository


@dataclass
class ProductsService:
    repository: ProductsRepository = field(default_factory=ProductsRepository)
    limit: int = 10

    def get(self):
        return self.repository.get()[: self.limit]

    def create(self, data):
        return {"created": data}
