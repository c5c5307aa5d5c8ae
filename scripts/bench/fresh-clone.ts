import { chmodSync, cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PROJECT_ROOT } from '../product/launch-config.ts'

/** What work leaves behind in a clone, and what is nobody else's. */
const LEFT_OUT = ['.git', '.env', '.data', 'dist', 'artifacts', 'cache']

/** A copy of this project as if cloned just now, its dependencies installed. */
export function freshClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casino-clone-'))
  // PostgreSQL, which never runs as root, has to find its data there.
  chmodSync(folder, 0o711)
  const skipped = new Set([...LEFT_OUT, 'node_modules'])
  cpSync(PROJECT_ROOT, folder, {
    recursive: true,
    filter: (path) => path === PROJECT_ROOT || !skipped.has(basename(path)),
  })
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
