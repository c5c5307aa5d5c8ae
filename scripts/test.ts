import { runNpmScripts } from './lib/run-npm-scripts.ts'

// npm test: every test, but for the long ones about running the product, which
// have a command of their own.
runNpmScripts('test', 'test:ops')
