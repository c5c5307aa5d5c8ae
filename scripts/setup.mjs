// Makes a fresh clone ready to run. Plain JavaScript, because it runs before
// anything is installed, on whatever Node the machine has (20 or newer).
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './lib/find-browser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

if (!isInstalled()) install()
if (process.argv.includes('--browser') && !findBrowser()) installBrowser()

// npm notes what it installed, as its last act: an interrupted install has no
// note. Optional packages that are not there belong to other platforms.
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json')
  const wanted = Object.entries(packagesIn('package-lock.json'))
  return wanted.every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version : optional || devOptional
  })
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean, devOptional?: boolean }>}
 */
function packagesIn(lockfile) {
  const path = join(root, lockfile)
  if (!existsSync(path)) return {}
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

// npm has to run on the product's own Node while it installs: on an older one
// it silently leaves out packages that ask for a newer one.
function install() {
  const { devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const node = `node@${devDependencies.node}`
  console.log(`Installing the dependencies (npm ci on ${node}) ...`)
  const started = Date.now()
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const args = ['exec', '--yes', `--package=${node}`, '--', 'npm', 'ci']
  run('npm', [...args, ...quiet], 'Installing the dependencies failed')
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`Dependencies installed in ${seconds} s.`)
}

function installBrowser() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    fail(
      'The browser tests need Chromium or Chrome, and none was found. Install one, or set CHROME_PATH to its program.',
    )
  }
  console.log('Installing Chromium with apt-get, for the browser tests ...')
  const quiet = ['-q', '-y', '-o=Dpkg::Use-Pty=0']
  const why = 'Installing Chromium failed'
  run('apt-get', ['update', '-q'], why)
  const packages = ['--no-install-recommends', 'chromium']
  run('apt-get', ['install', ...quiet, ...packages], why)
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} why
 */
function run(command, args, why) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status === 0) return
  const reason = error?.message ?? signal ?? `exit code ${status}`
  fail(`${why} (${command}: ${reason}).`)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
