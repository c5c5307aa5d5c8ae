import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { PROJECT_ROOT } from './launch-config.ts'

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/**
 * Runs every npm script named `<group>:…`, in the order of package.json and
 * also after one failed, and ends with a line for each. Sets the exit code.
 */
export function runNpmScripts(group: string, except?: string): void {
  const text = readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')
  const names = Object.keys(manifest.parse(JSON.parse(text)).scripts)
  const results = names
    .filter((name) => name.startsWith(`${group}:`) && name !== except)
    .map(runScript)
  console.log('')
  for (const { name, ok, seconds } of results) {
    console.log(`${ok ? 'passed' : 'FAILED'}  npm run ${name}  (${seconds} s)`)
  }
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}

function runScript(name: string) {
  console.log(`\n== npm run ${name}`)
  const started = performance.now()
  const { status } = spawnSync('npm', ['run', '--silent', name], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return { name, ok: status === 0, seconds }
}
