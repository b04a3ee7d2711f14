from api import create_app


def test_numbers() -> None:
    client = create_app({"TESTING": True}).test_client()

    assert client.get("/numbers").status_code == 200
