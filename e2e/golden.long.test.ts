import { expect, test } from 'vitest'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import type { RaceGoldenFile } from '#core/schemas/race-golden-file.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { kits } from '#testing/browser/rounds.ts'
import { goldenFile, raceGoldenVectors } from '../scripts/lib/golden-files.ts'
import { verifierScript } from '../scripts/lib/verifier-script.ts'

test('a browser makes the golden rounds of every game and the golden races again', async () => {
  const page = await openPage()
  await page.addScriptTag({ content: await verifierScript() })
  for (const { folder } of kits) {
    const golden = goldenFile(folder)
    const here = await page.evaluate<GoldenFile>(
      `verifier.goldenHere(${JSON.stringify(golden)})`,
    )
    expect(here.rounds.length).toBeGreaterThan(1_000)
    expect(here).toEqual(golden)
  }
  const races = raceGoldenVectors()
  const here = await page.evaluate<RaceGoldenFile>(
    `verifier.goldenRacesHere(${JSON.stringify(races)})`,
  )
  expect(here.races.length).toBeGreaterThan(200)
  expect(here).toEqual(races)
})
