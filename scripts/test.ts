import { runNpmScripts } from './lib/run-npm-scripts.ts'

// npm test: every test, but for what breaks the running product and takes its
// time: npm run test:ops, which CI runs too.
await runNpmScripts('test', 'test:ops')
