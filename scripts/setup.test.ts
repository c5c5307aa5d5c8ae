import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '../testing/test-folder.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'
import { waitUntil } from './lib/wait-until.ts'

const FOR_US = { version: '1.0.0' }
const PACKAGES = {
  '': {},
  'node_modules/quick': FOR_US,
  'node_modules/slow': FOR_US,
  'node_modules/elsewhere': { ...FOR_US, os: ['plan9'], optional: true },
  'node_modules/native': { ...FOR_US, os: [process.platform], optional: true },
}
/** Unpacks one package, and waits to be told before it is done. */
const NPM = `#!/bin/sh
mkdir -p node_modules/quick && echo '{}' > node_modules/quick/package.json
while [ -e package-lock.json ] && [ ! -e go-on ]; do sleep 0.05; done
cp package-lock.json node_modules/.package-lock.json`
const FAILS = '#!/bin/sh\nexit 7'
const WITHIN_MS = 30_000

/** A clone of three packages, with commands of ours in place of the machine's. */
function clone(commands: Record<string, string>) {
  const folder = testFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of ['setup.mjs', 'lib']) {
    cpSync(join(PROJECT_ROOT, 'scripts', name), join(folder, 'scripts', name), {
      recursive: true,
    })
  }
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), text)
  write('package.json', '{ "devDependencies": { "node": "24.0.0" } }')
  write('package-lock.json', JSON.stringify({ packages: PACKAGES }))
  for (const [name, text] of Object.entries(commands)) {
    write(`bin/${name}`, text)
    chmodSync(join(bin, name), 0o755)
  }
  for (const name of ['mkdir', 'sleep', 'cp']) {
    symlinkSync(`/bin/${name}`, join(bin, name))
  }
  return { folder, write, PATH: bin }
}

function setUp(
  { folder, PATH }: { folder: string; PATH: string },
  ...args: string[]
) {
  const child = spawn(process.execPath, ['scripts/setup.mjs', ...args], {
    cwd: folder,
    env: { PATH },
  })
  onTestFinished(() => void child.kill())
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = once(child, 'close').then(([code]): number | null => code)
  return { ended, output: () => output }
}

/** One that has nothing to install but a browser. */
function installedClone(commands: Record<string, string>) {
  const made = clone(commands)
  mkdirSync(join(made.folder, 'node_modules'))
  const note = JSON.stringify({ packages: PACKAGES })
  made.write('node_modules/.package-lock.json', note)
  return made
}

test('an install shows how far it is, and counts what is there', async () => {
  const made = clone({ npm: NPM })
  const { ended, output } = setUp(made)
  const shown = () => output().includes(' s: 1 of at most 3 packages')
  expect(await waitUntil(shown, WITHIN_MS), output()).toBe(true)
  made.write('go-on', '')
  expect(await ended).toBe(0)
  expect(output()).toMatch(/Dependencies installed in \d+ s\./)
})

test('an install that fails is told with its exit code', async () => {
  const { ended, output } = setUp(clone({ npm: FAILS }))
  expect(await ended).toBe(1)
  expect(output()).toContain(
    'Installing the dependencies failed (npm: exit code 7).',
  )
})

test.each([
  ['--browser', 1],
  ['--browser=optional', 0],
])('where no browser can be had, %s ends with %i', async (flag, code) => {
  const made = installedClone({ 'apt-get': FAILS })
  expect(await setUp(made, flag).ended).toBe(code)
})

test('a browser that is there needs nothing', async () => {
  const made = installedClone({ 'apt-get': FAILS, chromium: FAILS })
  const { ended, output } = setUp(made, '--browser')
  expect(await ended).toBe(0)
  expect(output()).toBe('')
})

test('what an older npm left out for this platform is installed', async () => {
  const made = installedClone({ npm: NPM })
  const { 'node_modules/native': _, ...left } = PACKAGES
  made.write('go-on', '')
  made.write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: left }),
  )
  const { ended, output } = setUp(made)
  expect(await ended, output()).toBe(0)
  expect(output()).toContain('Dependencies installed')
})
