"""Imports of every kind."""

from __future__ import annotations

import typing as t
from flask import (
    Blueprint as BP,  # shorter
    jsonify as j
)

try: from api.request_body import json_body as body
except ImportError: body = None

if t.TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from api.services.products_service import ProductsService

products_bp = BP("products", __name__, url_prefix="/products")


def service() -> ProductsService:
    from api.repositories.products_repository import ProductsRepository
    from api.services import products_service

    return products_service.ProductsService(ProductsRepository())


@products_bp.get("")
def get() -> ResponseReturnValue:
    return j(service().get())


@products_bp.post("")
def create() -> ResponseReturnValue:
    return j(service().create(body())), 201
