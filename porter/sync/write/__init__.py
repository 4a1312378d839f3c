"""One sync carried out, from the conversion to the last byte."""
