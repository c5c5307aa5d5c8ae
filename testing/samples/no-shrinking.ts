import * as fc from 'fast-check'

// Ends a property at its first counterexample: mutation testing needs no smallest one,
// and shrinking takes minutes per mutant.
fc.configureGlobal({ endOnFailure: true })
