import { runNpmScripts } from './cli/run-npm-scripts.ts'

// npm test: every test that fits into its minutes.
await runNpmScripts({ group: 'test', except: ['test:ops', 'test:ops:long'] })
