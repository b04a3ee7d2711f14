class MemoryStore:
    def __init__(self):
        self.rows = []
