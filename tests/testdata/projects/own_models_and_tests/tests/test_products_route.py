import unittest

from api import create_app


class ProductsTest(unittest.TestCase):
    def test_get(self):
        response = create_app().test_client().get("/products")
        self.assertEqual(response.status_code, 200)
