from dataclasses import asdict

from api.models.products_model import Product
from api.repositories.products_repository import ProductsRepository


class ProductsService:
    def __init__(self, repository: ProductsRepository) -> None:
        self.repository = repository

    def get(self) -> list[dict]:
        return [asdict(Product(**row)) for row in self.repository.get()]

    def create(self, data: dict) -> dict:
        return {"created": data}
