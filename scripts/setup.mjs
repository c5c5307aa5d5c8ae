// Makes a fresh clone ready to run. Plain JavaScript, because it runs before
// anything is installed, on whatever Node the machine has (20 or newer).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser/find-browser.mjs'
import { installProgress, isMadeForHere } from './cli/install-progress.mjs'

const PROGRESS_EVERY_MS = 3000

const root = fileURLToPath(new URL('..', import.meta.url))

if (!isInstalled()) await install()
if (!findBrowser()) {
  if (process.argv.includes('--browser')) requireBrowser()
  if (process.argv.includes('--browser=optional')) tryBrowser()
}

// npm writes this file last, so an interrupted install lacks it. Optional packages
// for this platform have to be there too; installs by older Nodes lack some.
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json')
  const wanted = Object.entries(packagesIn('package-lock.json'))
  return wanted.every(([path, locked]) => {
    if (path === '') return true
    const found = installed[path]
    if (found) return found.version === locked.version
    return (locked.optional || locked.devOptional) && !isMadeForHere(locked)
  })
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }>}
 */
function packagesIn(lockfile) {
  const path = join(root, lockfile)
  if (!existsSync(path)) return {}
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

// npm runs on the Node of the product, since an older one silently omits packages
// that require a newer one.
async function install() {
  const { devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const node = `node@${devDependencies.node}`
  console.log(`Installing the dependencies (npm ci on ${node}) ...`)
  const started = Date.now()
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const args = ['exec', '--yes', `--package=${node}`, '--', 'npm', 'ci']
  const why = await outcome('npm', [...args, ...quiet], () => {
    const { installed, most } = installProgress(
      root,
      packagesIn('package-lock.json'),
    )
    const seconds = Math.round((Date.now() - started) / 1000)
    console.log(`  ${seconds} s: ${installed} of at most ${most} packages`)
  })
  if (why) fail(`Installing the dependencies failed (npm: ${why}).`)
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`Dependencies installed in ${seconds} s.`)
}

function requireBrowser() {
  if (!canInstallBrowser()) {
    fail(
      'This needs Chromium or Chrome, and none was found. Install one, or set CHROME_PATH to its program.',
    )
  }
  const why = installBrowser()
  if (why) fail(why)
}

// The caller goes on without a browser, and reports what it skips.
function tryBrowser() {
  const why = canInstallBrowser() ? installBrowser() : undefined
  if (why) console.error(why)
}

function canInstallBrowser() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @returns {string | undefined} why there is none now */
function installBrowser() {
  console.log('Installing Chromium with apt-get ...')
  const quiet = ['-q', '-y', '-o=Dpkg::Use-Pty=0']
  const packages = ['--no-install-recommends', 'chromium-headless-shell']
  for (const args of [
    ['update', '-q'],
    ['install', ...quiet, ...packages],
  ]) {
    const { status, signal, error } = spawnSync('apt-get', args, how())
    const reason = error?.message ?? signal ?? `exit code ${status}`
    if (status !== 0) return `Installing Chromium failed (apt-get: ${reason}).`
  }
  return undefined
}

/**
 * Runs a command, and shows progress every few seconds.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {() => void} showProgress
 * @returns {Promise<string | undefined>} why it failed
 */
async function outcome(command, args, showProgress) {
  const child = spawn(command, args, how())
  const timer = setInterval(showProgress, PROGRESS_EVERY_MS)
  try {
    return await new Promise((resolve) => {
      child.once('error', ({ message }) => resolve(message))
      child.once('exit', (status, signal) =>
        resolve(status === 0 ? undefined : (signal ?? `exit code ${status}`)),
      )
    })
  } finally {
    clearInterval(timer)
  }
}

/** @returns {{ cwd: string, stdio: ['ignore', 'inherit', 'inherit'], env: NodeJS.ProcessEnv }} */
function how() {
  return {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
