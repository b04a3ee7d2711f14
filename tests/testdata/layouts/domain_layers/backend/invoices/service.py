class InvoiceService:
    def __init__(self, store):
        self.store = store

    def all(self):
        return self.store.rows

    def get(self, number):
        return {"number": number}

    def create(self, data):
        return {"created": data}
