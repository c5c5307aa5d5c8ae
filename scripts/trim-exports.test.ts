import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../testing/test-folder.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'

test('names of single files go, and what is imported stays as it was', () => {
  const folder = testFolder()
  const installed = join(folder, 'node_modules/drizzle-orm')
  const manifest = join(installed, 'package.json')
  mkdirSync(installed, { recursive: true })
  const kept = {
    '.': { import: { types: './index.d.ts', default: './index.js' } },
    './pg-core': './pg-core/index.js',
    './node-postgres/migrator': './node-postgres/migrator.js',
    './pg-core/columns/all': './pg-core/columns/all.js',
  }
  const dropped = {
    './pg-core/table': './pg-core/table.js',
    './pg-core/columns/bigint': './pg-core/columns/bigint.js',
  }
  const about = { name: 'drizzle-orm', type: 'module' }
  const write = (exports: object) =>
    writeFileSync(manifest, JSON.stringify({ ...about, exports }))
  write({ ...dropped, ...kept })
  const script = join(folder, 'scripts/trim-exports.mjs')
  cpSync(join(PROJECT_ROOT, 'scripts/trim-exports.mjs'), script)
  execFileSync(process.execPath, [script])
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual({
    ...about,
    exports: kept,
  })
})
