class ProductsRepository(object):
  table = 'products'; key = 'id'
  def get(self): return [{self.key: 1, 'name': 'Lamp', 'table': self.table}]
