import { runNpmScripts } from './cli/run-npm-scripts.ts'

// npm run test:ops:long: fault families, random deposit runs, every page at
// every size, floods and long simulations.
await runNpmScripts({ group: 'long', alone: ['long:chaos'] })
