class Catalogue:
    def __init__(self, repository):
        self.repository = repository

    def get(self):
        return self.repository.get()
