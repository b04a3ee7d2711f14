from flask import json, request
from werkzeug.exceptions import BadRequest


def json_body():
    body = request.get_data()
    if not body:
        return None
    try:
        return json.loads(body)
    except ValueError as error:
        raise BadRequest("That is no JSON.") from error
