import { runNpmScripts } from './cli/run-npm-scripts.ts'

// npm run test:ops: a kill under load, a failover, and every page once.
await runNpmScripts({ group: 'ops' })
