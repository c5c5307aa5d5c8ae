import * as fc from 'fast-check'

// Ends a property at its first counterexample: mutation testing needs no
// smallest one, and shrinking took minutes a mutant.
fc.configureGlobal({ endOnFailure: true })
