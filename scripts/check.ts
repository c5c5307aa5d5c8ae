import { runNpmScripts } from './cli/run-npm-scripts.ts'

// npm run check: all static checks; check:nodes needs a chain's nodes.
await runNpmScripts({ group: 'check', except: ['check:nodes'] })
