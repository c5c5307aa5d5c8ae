import { expect, test } from 'vitest'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { gameKits } from '../scripts/lib/game-kits.ts'
import { goldenFile } from '../scripts/lib/golden-files.ts'
import { verifierScript } from '../scripts/lib/verifier-script.ts'

const script = await verifierScript()
const kits = await gameKits()

test.each(kits)(
  'a browser makes the golden vectors of $folder again',
  async ({ folder }) => {
    const golden = goldenFile(folder)
    const page = await openPage()
    await page.addScriptTag({ content: script })
    const here = await page.evaluate<GoldenFile>(
      `verifier.goldenHere(${JSON.stringify(golden)})`,
    )
    expect(here.rounds.length).toBeGreaterThan(1_000)
    expect(here).toEqual(golden)
  },
)
