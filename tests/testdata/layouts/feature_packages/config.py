import os


class Config:
    SECRET_KEY = os.environ.get("SECRET_KEY") or "dev"
    PAGE_SIZE = 10
