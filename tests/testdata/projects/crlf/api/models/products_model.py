from typing import TypedDict


class ProductsModel(TypedDict):
    id: int
    name: str
