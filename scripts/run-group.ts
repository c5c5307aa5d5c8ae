import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import PQueue from 'p-queue'
import * as z from 'zod'
import { PROJECT_ROOT } from './product/launch-config.ts'

/** Beginnings of failures of Vitest and Node's test runner. */
const FAILURE = /^(FAIL|✖|⎯+ Unhandled \S+) /

/** Tests mostly wait, so two scripts share two cores. */
const AT_ONCE = 2

const PROGRESS_EVERY_MS = 15_000

/** Shared by all children, since short commands mostly load code. */
const COMPILED = join(PROJECT_ROOT, 'node_modules/.cache/compiled')

// node scripts/run-group.ts <group> [--except <names>] [--alone <names>]: runs the
// npm scripts whose names begin with the group and a colon, two at a time, in the
// order of package.json, and those of --alone one by one after them. Continues after
// failures. Prints the output of each and a summary.
const { positionals, values } = parseArgs({
  options: {
    except: { type: 'string', default: '' },
    alone: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const [except, alone] = [values.except.split(','), values.alone.split(',')]
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')))
const names = Object.keys(manifest.scripts)
  .filter((name) => name.startsWith(`${positionals[0]}:`))
  .filter((name) => !except.includes(name))
const last = names.filter((name) => alone.includes(name))
const together = names.filter((name) => !alone.includes(name))
const results = [
  ...(await runScripts(together, AT_ONCE)),
  ...(await runScripts(last, 1)),
]
console.log(`\n${results.map(summary).join('\n')}`)
if (results.some(({ ok }) => !ok)) process.exitCode = 1

async function runScripts(names: readonly string[], concurrency: number) {
  const queue = new PQueue({ concurrency })
  const running = new Map<string, string>()
  const startedAt = performance.now()
  const progress = setInterval(() => {
    const newest = [...running].map(([name, line]) => `${name}: ${line}`)
    console.log(`  ${secondsSince(startedAt)} s  ${newest.join('  |  ')}`)
  }, PROGRESS_EVERY_MS)
  try {
    return await Promise.all(
      names.map((name) => queue.add(() => runScript(name, running))),
    )
  } finally {
    clearInterval(progress)
  }
}

type ScriptResult = Awaited<ReturnType<typeof runScript>>

function summary({ name, ok, seconds, failures }: ScriptResult): string {
  const line = `${ok ? 'passed' : 'FAILED'}  npm run ${name}  (${seconds} s)`
  return [line, ...failures.map((failure) => `        ${failure}`)].join('\n')
}

/** @param running set to the newest line of output until the script ends */
async function runScript(name: string, running: Map<string, string>) {
  const startedAt = performance.now()
  running.set(name, 'started')
  const lines: string[] = []
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  })
  const collect = (line: string) => {
    lines.push(line)
    const text = stripVTControlCharacters(line).trim()
    if (text) running.set(name, text)
  }
  createInterface({ input: child.stdout }).on('line', collect)
  createInterface({ input: child.stderr }).on('line', collect)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  running.delete(name)
  console.log(`\n== npm run ${name}\n${lines.join('\n')}`)
  return {
    name,
    ok: status === 0,
    seconds: secondsSince(startedAt),
    failures: listFailures(lines),
  }
}

/** Returns the lines that name a failure, each with the one after it. */
function listFailures(lines: readonly string[]): string[] {
  const texts = lines
    .map((line) => stripVTControlCharacters(line).trim())
    .filter((text) => text !== '')
  const found = texts.flatMap((text, index) =>
    FAILURE.test(text) ? texts.slice(index, index + 2) : [],
  )
  return [...new Set(found)]
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0)
}
