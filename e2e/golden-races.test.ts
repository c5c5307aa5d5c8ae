import { expect, test } from 'vitest'
import type { RaceGoldenFile } from '#core/schemas/race-golden-file.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { raceGoldenVectors } from '../scripts/lib/golden-files.ts'
import { verifierScript } from '../scripts/lib/verifier-script.ts'

test('a browser runs the golden races again', async () => {
  const script = await verifierScript()
  const golden = raceGoldenVectors()
  const page = await openPage()
  await page.addScriptTag({ content: script })
  const here = await page.evaluate<RaceGoldenFile>(
    `verifier.goldenRacesHere(${JSON.stringify(golden)})`,
  )
  expect(here.races.length).toBeGreaterThan(200)
  expect(here).toEqual(golden)
})
