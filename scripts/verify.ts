import { verify } from './verify/verify.ts'

// npm run verify -- <file|url> [--rpc <url>]: checks the record of a round or of a race on
// this machine, trusting nothing that the house says of it. A signed receipt is
// checked by the house's key, and --against compares it with transactions. Golden vectors are
// checked too. Of a sports bet it prints the evidence and exits with 2, for
// nobody can prove it. With --rpc a node of the chain is asked for the anchor.
process.exitCode = await verify(process.argv.slice(2))
