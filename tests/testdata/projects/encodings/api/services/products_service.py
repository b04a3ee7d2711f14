#!/usr/bin/env python3
# -*- coding: iso-8859-1 -*-
"""Où sont les lampes?"""


class ProductsService:
    def __init__(self, repository):
        self.repository = repository  # à part

    def get(self):
        return [{**product, "maker": "Café Lumière"} for product in self.repository.get()]

    def create(self, data):
        return {"créé": data}
