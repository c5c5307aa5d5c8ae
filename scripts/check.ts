import { runNpmScripts } from './lib/run-npm-scripts.ts'

// npm run check: all that can be said about the code without running it.
await runNpmScripts({ group: 'check' })
