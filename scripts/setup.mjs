// Makes a fresh clone ready to run. Plain JavaScript, because it runs before
// anything is installed, on whatever Node the machine has (20 or newer).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser/find-browser.mjs'

/**
 * @typedef {{ version: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 */

const PROGRESS_EVERY_MS = 3000

const root = fileURLToPath(new URL('..', import.meta.url))
/** @type {import('node:child_process').SpawnSyncOptions} */
const how = {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
}
const libc = libcName()
const wanted = listPackages('package-lock.json')

if (!isInstalled()) await install()
const isOptional = process.argv.includes('--browser=optional')
if (isOptional || process.argv.includes('--browser')) requireBrowser()
if (process.argv.includes('--barman')) requireBarman()

// npm writes this file last, so an interrupted install lacks it. Optional packages
// for this platform have to be there too; installs by older Nodes lack some.
function isInstalled() {
  const installed = new Map(listPackages('node_modules/.package-lock.json'))
  return wanted.every(([path, locked]) => {
    const found = installed.get(path)
    if (found) return found.version === locked.version
    const isForSome = locked.os !== undefined || locked.cpu !== undefined
    const isMadeForHere = isForSome && isForHere(locked)
    return (locked.optional || locked.devOptional) && !isMadeForHere
  })
}

/**
 * Returns the packages of a lockfile by their folders.
 *
 * @param {string} lockfile
 * @returns {[string, Package][]}
 */
function listPackages(lockfile) {
  const path = join(root, lockfile)
  if (!existsSync(path)) return []
  const { packages } = JSON.parse(readFileSync(path, 'utf8'))
  return Object.entries(packages).filter(([folder]) => folder !== '')
}

/** @param {Package} locked */
function isForHere({ os, cpu, libc: libcs }) {
  return (
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    (libc === undefined || allows(libcs, libc))
  )
}

/**
 * Returns true if a list includes a name; `!name` excludes it.
 *
 * @param {string[] | undefined} list
 * @param {string} name
 */
function allows(list, name) {
  if (!list) return true
  if (list.includes(`!${name}`)) return false
  return list.includes(name) || list.every((one) => one.startsWith('!'))
}

function libcName() {
  if (process.platform !== 'linux') return undefined
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const report = Object(process.report?.getReport())
  return report.header?.glibcVersionRuntime ? 'glibc' : 'musl'
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
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  // npm omits packages for other platforms.
  const folders = wanted.filter(([, locked]) => isForHere(locked))
  const timer = setInterval(() => {
    const { length } = folders.filter(([folder]) =>
      existsSync(join(root, folder, 'package.json')),
    )
    const most = folders.length
    console.log(`  ${seconds()}: ${length} of at most ${most} packages`)
  }, PROGRESS_EVERY_MS)
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const args = ['exec', '--yes', `--package=${node}`, '--', 'npm', 'ci']
  const child = spawn('npm', [...args, ...quiet], how)
  const why = await new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (status, signal) =>
      resolve(status === 0 ? undefined : (signal ?? `exit code ${status}`)),
    )
  })
  clearInterval(timer)
  if (why) fail(`Installing the dependencies failed (npm: ${why}).`)
  console.log(`Dependencies installed in ${seconds()}.`)
}

// With an optional browser the caller goes on, and reports what it skips.
function requireBrowser() {
  if (findBrowser()) return
  if (canInstall()) {
    const why = installPackage('chromium-headless-shell')
    if (why && isOptional) console.error(why)
    else if (why) fail(why)
  } else if (!isOptional) {
    fail(
      'This needs Chromium or Chrome, and none was found. Install one, or set CHROME_PATH to its program.',
    )
  }
}

function requireBarman() {
  if (spawnSync('barman', ['--version']).status === 0) return
  if (!canInstall()) fail('This needs Barman 3.4 or newer. Install it.')
  const why = installPackage('barman')
  if (why) fail(why)
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * @param {string} name
 * @returns {string | undefined} why it is missing now
 */
function installPackage(name) {
  console.log(`Installing ${name} with apt-get ...`)
  const quiet = ['-q', '-y', '-o=Dpkg::Use-Pty=0']
  const packages = ['--no-install-recommends', name]
  for (const args of [
    ['update', '-q'],
    ['install', ...quiet, ...packages],
  ]) {
    const { status, signal, error } = spawnSync('apt-get', args, how)
    const reason = error?.message ?? signal ?? `exit code ${status}`
    if (status !== 0) return `Installing ${name} failed (apt-get: ${reason}).`
  }
  return undefined
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
