import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder, removed after the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casino-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
