from dataclasses import dataclass
from typing import ClassVar

from api.repositories.products_repository import ProductsRepository


class Logged:
    calls: ClassVar[list] = []

    def log(self, name):
        self.calls.append(name)


class Base:
    def get_base(self): return "base"


@dataclass(frozen=True)
class ProductsService(Logged, Base):
    """Lamps, mostly."""

    repository: ProductsRepository
    limit: int = 10

    class NotFound(Exception):
        def get_sale(self): return "not the service's"

    def get(self): return self.repository.get()[: self.limit]

    @staticmethod
    def create(data): return {"created": data}

    def create_hold(self, data=None, *, by="hand"):
        return {"held": data, "by": by}  # people's own

    @property
    def count(self):
        return len(self.get())

    # What is sold out comes last.


def get_sale():
    return "no method"
