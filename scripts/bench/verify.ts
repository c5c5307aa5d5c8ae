import { join } from 'node:path'
import { build } from 'vite'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { atLeast, atMost, type Measure } from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import { epochRecords } from '../golden/golden-file.ts'
import { goldenFile, raceGoldenVectors } from '../lib/golden-files.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'
import { inBrowser } from './browser-visits.ts'

const WARM_UP_MS = 1_000
const MEASURED_MS = 4_000

/** Measures how fast a real browser verifies records; none without a browser. */
export function verifyRows(): Promise<Measure[]> {
  return inBrowser('verify_browser', async (browser) => {
    const content = await verifierScript()
    const recordsASecond = async (records: readonly unknown[]) => {
      const page = await browser.newPage()
      await page.addScriptTag({ content })
      return page.evaluate<number>(`
        const records = ${JSON.stringify(records)}
        verifier.recordsASecond(records, ${WARM_UP_MS})
        verifier.recordsASecond(records, ${MEASURED_MS})`)
    }
    const golden = goldenFile(coinFlipKit.folder)
    const flips = epochRecords(nativeHashes, golden)
    const [race] = raceGoldenVectors().valid
    const perSecond = await recordsASecond(flips)
    const raceMs = 1_000 / (await recordsASecond([race?.record]))
    const unit = `${golden.gameType.toLowerCase()}s a second`
    return [
      atLeast('verify_browser', perSecond, unit, 1_000),
      atMost('verify_browser_race', raceMs, 'ms', 50),
    ]
  })
}

/** Builds in-browser.ts as the site is built, into one script. */
async function verifierScript(): Promise<string> {
  const entry = join(PROJECT_ROOT, 'scripts/browser/in-browser.ts')
  const built = await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      lib: { entry, formats: ['iife'], name: 'verifier' },
      write: false,
    },
  })
  const outputs = [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
  const [script] = outputs.filter((one) => one.type === 'chunk')
  if (!script) throw new Error('The verifier was not built.')
  return script.code
}
