class ProductsService:

	def __init__(self, repository):
		self.repository = repository

	def get(self):
		if self.repository:
			return self.repository.get()
		return []

	def create(self, data):
		return {'created': data}
