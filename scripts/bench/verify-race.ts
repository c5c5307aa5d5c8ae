import { openBrowser } from '../browser/open-browser.ts'
import { atMost, type Measure, rounded } from '../cli/measures.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import { raceGoldenVectors } from '../lib/golden-files.ts'
import { verifierScript } from '../lib/verifier-script.ts'

const BAR_MS = 50
const WARM_UP_TIMES = 20
const TIMES = 200

/** How long a browser takes for a race: the seed chain back to the terminal hash, every step of every horse, the hashes. */
export async function verifyRaceRow(): Promise<Measure> {
  const [script, browser] = await Promise.all([verifierScript(), openBrowser()])
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    const record = JSON.stringify(raceGoldenVectors().valid[0]?.record)
    const measured = page.evaluate<number>(`
      const record = ${record}
      verifier.raceVerifyMs(record, ${WARM_UP_TIMES})
      verifier.raceVerifyMs(record, ${TIMES})`)
    const value = rounded(await orInterrupted(measured))
    return atMost(BAR_MS, { name: 'verify_browser_race', value, unit: 'ms' })
  } finally {
    await browser.close()
  }
}
