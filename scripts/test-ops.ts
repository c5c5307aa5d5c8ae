import { runNpmScripts } from './lib/run-npm-scripts.ts'

// npm run test:ops: what breaks the running product, and takes its time.
await runNpmScripts('ops')
