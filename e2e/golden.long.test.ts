import { expect, test } from 'vitest'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import type { RaceGoldenFile } from '#core/schemas/race-golden-file.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { kits } from '#testing/browser/rounds.ts'
import { goldenFile, raceGoldenVectors } from '../scripts/lib/golden-files.ts'
import { verifierScript } from '../scripts/lib/verifier-script.ts'

const content = await verifierScript()

test.each(kits)(
  'a browser makes the golden vectors of $folder again',
  async ({ folder }) => {
    const golden = goldenFile(folder)
    const page = await openPage()
    await page.addScriptTag({ content })
    const here = await page.evaluate<GoldenFile>(
      `verifier.goldenHere(${JSON.stringify(golden)})`,
    )
    expect(here.rounds.length).toBeGreaterThan(1_000)
    expect(here).toEqual(golden)
  },
)

test('a browser runs the golden races again', async () => {
  const golden = raceGoldenVectors()
  const page = await openPage()
  await page.addScriptTag({ content })
  const here = await page.evaluate<RaceGoldenFile>(
    `verifier.goldenRacesHere(${JSON.stringify(golden)})`,
  )
  expect(here.races.length).toBeGreaterThan(200)
  expect(here).toEqual(golden)
})
