import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A path of the site whose file is more than sockets buffer. */
export const LARGE_FILE = '/assets/large.bin'
const LARGE_FILE_BYTES = 8_000_000
const PAGE = '<!doctype html><title>A page of the site</title>'

/** Makes a folder as WEB_DIR wants one, without a build. */
export function makeWebFolder(parent: string): string {
  const folder = join(parent, 'web')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, LARGE_FILE), Buffer.alloc(LARGE_FILE_BYTES))
  return folder
}
