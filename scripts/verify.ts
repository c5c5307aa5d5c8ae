import { verify } from './verify/verify.ts'

// npm run verify -- <file|url> [--rpc <url>]: verifies the record of a
// round or a race on this machine, without trusting the server. Verifies a signed
// receipt by the server's key, and --against compares it with transactions. Also
// verifies golden vectors. For a sports bet, which can't be proven, it prints the
// evidence and exits with 2. --rpc reads the anchor from a node of the chain.
process.exitCode = await verify(process.argv.slice(2))
