from flaskr import create_app


def test_hello():
    assert create_app({'TESTING': True}).test_client().get('/hello').data == b'Hello!'
