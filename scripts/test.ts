import { runNpmScripts } from './cli/run-npm-scripts.ts'

// npm test: all tests that take minutes, not hours.
await runNpmScripts({ group: 'test', except: ['test:ops', 'test:ops:long'] })
