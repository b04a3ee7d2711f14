import asyncio
from functools import wraps

from flask import abort, request


def login_required(*, role):
    def decorate(handler):
        @wraps(handler)
        def checked(*args, **kwargs):
            if request.headers.get("X-Role", role) != role:
                abort(403)
            return handler(*args, **kwargs)

        return checked

    return decorate


def awaited(handler):
    @wraps(handler)
    def run(*args, **kwargs):
        return asyncio.run(handler(*args, **kwargs))

    return run
