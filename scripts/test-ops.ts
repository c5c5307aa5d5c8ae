import { runNpmScripts } from './lib/run-npm-scripts.ts'

// npm run test:ops: a kill under load, a failover, and every page once.
await runNpmScripts({ group: 'ops' })
