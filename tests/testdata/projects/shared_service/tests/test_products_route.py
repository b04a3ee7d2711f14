"""The /products handlers, with a stand-in for the service."""

from collections.abc import Iterator
from unittest.mock import Mock, patch

import pytest
from flask.testing import FlaskClient


@pytest.fixture
def service() -> Iterator[Mock]:
    with patch("api.routes.products_route.ProductsService", autospec=True) as stand_in:
        yield stand_in.return_value
