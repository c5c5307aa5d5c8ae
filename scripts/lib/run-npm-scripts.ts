import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'
import { PROJECT_ROOT } from './launch-config.ts'

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/** How Vitest and Node's test runner begin the line of a failure or second try. */
const TROUBLE = /^(FAIL|AGAIN|✖|⎯+ Unhandled \S+) /

/**
 * Runs every npm script named `<group>:…`, in the order of package.json and
 * also after one failed, and ends with a line for each, and below it what
 * failed or took a second try: thousands of lines further up nobody finds it.
 * Sets the exit code.
 */
export async function runNpmScripts(
  group: string,
  except?: string,
): Promise<void> {
  const text = readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')
  const names = Object.keys(manifest.parse(JSON.parse(text)).scripts).filter(
    (name) => name.startsWith(`${group}:`) && name !== except,
  )
  const results = []
  for (const name of names) results.push(await runScript(name))
  console.log(`\n${results.map(report).join('\n')}`)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}

function report({ name, ok, seconds, troubles }: ScriptResult): string {
  const line = `${ok ? 'passed' : 'FAILED'}  npm run ${name}  (${seconds} s)`
  return [line, ...troubles.map((trouble) => `        ${trouble}`)].join('\n')
}

type ScriptResult = Awaited<ReturnType<typeof runScript>>

async function runScript(name: string) {
  console.log(`\n== npm run ${name}`)
  const started = performance.now()
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
  })
  child.stdout.pipe(process.stdout, { end: false })
  child.stderr.pipe(process.stderr, { end: false })
  const troubles = [
    collectTroubles(child.stdout),
    collectTroubles(child.stderr),
  ]
  const [status] = await once(child, 'close')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return {
    name,
    ok: status === 0,
    seconds,
    troubles: (await Promise.all(troubles)).flat(),
  }
}

/** The lines that say what failed, each with the one after it: why. */
async function collectTroubles(output: NodeJS.ReadableStream) {
  const troubles = new Set<string>()
  let rest = 0
  for await (const line of createInterface({ input: output })) {
    const text = stripVTControlCharacters(line).trim()
    if (TROUBLE.test(text)) rest = 2
    if (rest > 0 && text) troubles.add(text)
    rest -= 1
  }
  return [...troubles]
}
