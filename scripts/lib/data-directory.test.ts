import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { openDataDirectory } from './data-directory.ts'

test('a new data directory opens, and opens again', () => {
  const folder = join(testFolder(), 'data')
  openDataDirectory(folder)
  expect(() => openDataDirectory(folder)).not.toThrow()
})

test('data of a newer program is refused with both formats', () => {
  const folder = testFolder()
  openDataDirectory(folder)
  writeFileSync(join(folder, 'format'), '2\n')
  expect(() => openDataDirectory(folder)).toThrow(
    /has data format 2, and this program knows formats up to 1/,
  )
})

test('a format that is no number is refused', () => {
  const folder = testFolder()
  openDataDirectory(folder)
  writeFileSync(join(folder, 'format'), 'one')
  expect(() => openDataDirectory(folder)).toThrow(/has data format/)
})
