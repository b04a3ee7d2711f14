class ProductsService ( object ) :
  def __init__ ( self , repository ) : self.repository = repository
  def get ( self ) :
     # five spaces
     return self.repository.get ( )
  def create(self,data): return {'created':data}
