// Runs after npm installs. Node reads a package's `exports` for each module that it
// loads from it (24.21 and 26.10 do). drizzle-orm's are 130 kB, mostly names of
// internal files, which costs each process a second on a slow machine and 300 MB.
// Plain JavaScript, because the installing Node may be old.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const path of [
  'node_modules/drizzle-orm',
  'node_modules/ponder/node_modules/drizzle-orm',
]) {
  trimExports(join(root, path, 'package.json'))
}

/** @param {string} file */
function trimExports(file) {
  // Ponder has no copy if it needs the same version.
  if (!existsSync(file)) return
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.exports = Object.fromEntries(
    Object.entries(manifest.exports).filter(([name]) => isRequested(name)),
  )
  writeFileSync(file, JSON.stringify(manifest))
}

/**
 * `./pg-core` and `./node-postgres/migrator`, not `./pg-core/columns/bigint`.
 *
 * @param {string} name
 */
function isRequested(name) {
  const [, , ...within] = name.split('/')
  return (
    within.length === 0 || ['migrator', 'all'].includes(within.at(-1) ?? '')
  )
}
