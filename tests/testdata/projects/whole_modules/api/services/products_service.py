import typing
from typing import *


class ProductsService:
    def __init__(self, repository: typing.Any) -> None:
        self.repository = repository

    def get(self) -> List[dict]:
        return self.repository.get()

    def create(self, data: Any) -> Any:
        return {"created": data}
