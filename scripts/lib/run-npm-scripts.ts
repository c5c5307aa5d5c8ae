import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import PQueue from 'p-queue'
import * as z from 'zod'
import { PROJECT_ROOT } from './launch-config.ts'

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/** How Vitest and Node's test runner begin the line of a failure or second try. */
const TROUBLE = /^(FAIL|AGAIN|✖|⎯+ Unhandled \S+) /

/** Most of what tests do is waiting, and two cores have room for two. */
const AT_ONCE = 2

/** Shared by all that is started: most of a short command's time is loading. */
const COMPILED = join(PROJECT_ROOT, 'node_modules/.cache/compiled')

/** Far more than any output: a script never waits for its turn to be read. */
const ANY_BYTES = 2 ** 30

type Scripts = {
  /** The names begin with it and a colon. */
  group: string
  except?: readonly string[]
  /** What wants the machine to itself, and comes last. */
  alone?: readonly string[]
  /** Where package.json is; ours if not given. */
  folder?: string
}

/**
 * Runs the npm scripts of a group, two at a time in the order of package.json
 * and also after one failed, tells of each as if they came one by one, and ends
 * with a line for each, and below it what failed or took a second try:
 * thousands of lines further up nobody finds it. Sets the exit code.
 */
export async function runNpmScripts(scripts: Scripts): Promise<void> {
  const { alone = [], folder = PROJECT_ROOT } = scripts
  const names = namesOf(scripts, folder)
  const isAlone = (name: string) => alone.includes(name)
  const together = names.filter((name) => !isAlone(name))
  const results = [
    ...(await runScripts(together, { folder, concurrency: AT_ONCE })),
    ...(await runScripts(names.filter(isAlone), { folder, concurrency: 1 })),
  ]
  console.log(`\n${results.map(report).join('\n')}`)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}

function namesOf({ group, except = [] }: Scripts, folder: string): string[] {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  return Object.keys(manifest.parse(JSON.parse(text)).scripts).filter(
    (name) => name.startsWith(`${group}:`) && !except.includes(name),
  )
}

type Place = { folder: string; concurrency: number }

async function runScripts(
  names: readonly string[],
  { folder, concurrency }: Place,
) {
  const queue = new PQueue({ concurrency })
  const runs = names.map((name) => {
    const output = new PassThrough({ highWaterMark: ANY_BYTES })
    const run = () => runScript(name, { folder, output })
    return { name, output, result: queue.add(run) }
  })
  const results = []
  for (const { name, output, result } of runs) {
    console.log(`\n== npm run ${name}`)
    const told = once(output, 'end')
    output.pipe(process.stdout, { end: false })
    results.push(await result)
    await told
  }
  return results
}

function report({ name, ok, seconds, troubles }: ScriptResult): string {
  const line = `${ok ? 'passed' : 'FAILED'}  npm run ${name}  (${seconds} s)`
  return [line, ...troubles.map((trouble) => `        ${trouble}`)].join('\n')
}

type ScriptResult = Awaited<ReturnType<typeof runScript>>

async function runScript(
  name: string,
  { folder, output }: { folder: string; output: PassThrough },
) {
  const started = performance.now()
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
  })
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const troubles = [
    collectTroubles(child.stdout),
    collectTroubles(child.stderr),
  ]
  const [status] = await once(child, 'close')
  output.end()
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
