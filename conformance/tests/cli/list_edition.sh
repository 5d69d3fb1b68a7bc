# Only that edition's rows; a subject that it does not name is left out.
ulparity list 'cuda/e*' hexpm1 opencl/exp --bounds seed --format json
