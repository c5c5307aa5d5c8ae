import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/**
 * @typedef {{ os?: string[], cpu?: string[], libc?: string[] }} Platforms
 * @typedef {Record<string, Platforms>} Packages by their folder
 */

/**
 * Returns how many packages of a lockfile are installed, and the most there can be:
 * npm omits those for other platforms.
 *
 * @param {string} root
 * @param {Packages} packages
 */
export function installProgress(root, packages) {
  const libc = libcName()
  const folders = Object.entries(packages)
    .filter(([path, asked]) => path !== '' && isFor(asked, libc))
    .map(([path]) => path)
  const isThere = (/** @type {string} */ path) =>
    existsSync(join(root, path, 'package.json'))
  return { installed: folders.filter(isThere).length, most: folders.length }
}

/**
 * Returns true if a package names its platforms, this one among them.
 *
 * @param {Platforms} asked
 */
export function isMadeForHere(asked) {
  const isForSome = asked.os !== undefined || asked.cpu !== undefined
  return isForSome && isFor(asked, libcName())
}

/**
 * @param {Platforms} asked
 * @param {string | undefined} libc
 */
function isFor({ os, cpu, libc: libcs }, libc) {
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
