import { runNpmScripts } from './cli/run-npm-scripts.ts'

// npm run check: all that can be said about the code without running it, which
// leaves out the check of a chain's nodes.
await runNpmScripts({ group: 'check', except: ['check:nodes'] })
