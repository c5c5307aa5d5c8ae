import { runNpmScripts } from '../lib/run-npm-scripts.ts'

// Runs the scripts of group `say` of a folder, of which one wants to be alone.
const [, , folder = ''] = process.argv
await runNpmScripts({ group: 'say', alone: ['say:alone'], folder })
