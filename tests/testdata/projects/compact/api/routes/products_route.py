import json; from flask import Blueprint, Response
from flask import   jsonify , \
  request
from api.services.products_service import ProductsService; from api.repositories.products_repository import ProductsRepository
products_bp = Blueprint ( 'products' , __name__ , url_prefix = '/products' ); LIMIT = 10
def service(): return ProductsService(ProductsRepository())
@products_bp.get( '' )
def get( ) : return jsonify( service( ).get( ) [ :LIMIT ] )
@products_bp . post ('')
def create():
  data = request.get_json() ; answer = service().create( data )
  return jsonify(answer), 201
@products_bp.get("/a_rather_long_path/with_many/parts/so_that_the_line_gets/much_longer_than/any_formatter/would/leave_it")
def long(): return Response(json.dumps({"long": True, "words": "one two three four five six seven eight nine ten"}), mimetype="application/json")
