"""What passes through the server on its way from one device to another, or is left here at its owner's wish: sealed
boxes, whose keys the server never sees."""
