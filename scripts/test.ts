import { runNpmScripts } from './lib/run-npm-scripts.ts'

// npm test: every test that fits into its minutes. The others are those of
// npm run test:ops, which CI runs too.
await runNpmScripts({ group: 'test', except: 'test:ops' })
