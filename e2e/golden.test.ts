import { expect, test } from 'vitest'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import { goldenFile, goldenNames } from '../scripts/lib/golden-files.ts'
import { verifierScript } from '../scripts/lib/verifier-script.ts'
import { openPage } from './support/open-page.ts'

const script = await verifierScript()

test('there is more than one file of golden vectors', () => {
  expect(goldenNames().length).toBeGreaterThan(3)
})

test.each(goldenNames())('a browser makes %s again', async (name) => {
  const golden = goldenFile(name)
  const page = await openPage()
  await page.addScriptTag({ content: script })
  const here = await page.evaluate<GoldenFile>(
    `verifier.goldenHere(${JSON.stringify(golden)})`,
  )
  expect(here.rounds.length).toBeGreaterThan(1_000)
  expect(here).toEqual(golden)
})
