import { runNpmScripts } from './lib/run-npm-scripts.ts'

// npm run test:ops: failover, every page at every size, long simulations and
// rarer faults: what takes too long for npm test.
await runNpmScripts({ group: 'ops', alone: ['ops:floods'] })
