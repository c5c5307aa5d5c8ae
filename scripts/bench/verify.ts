import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { findBrowser } from '../browser/find-browser.mjs'
import { NO_BROWSER, openBrowser } from '../browser/open-browser.ts'
import { atLeast, atMost, type Measure, rounded } from '../cli/measures.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import { epochRecords } from '../golden/golden-file.ts'
import { goldenFile, raceGoldenVectors } from '../lib/golden-files.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'

const ROUNDS_A_SECOND = 1_000
const RACE_MS = 50
const WARM_UP_MS = 1_000
const MEASURED_MS = 4_000

/** Measures how fast a real browser verifies records; none without a browser. */
export async function verifyRows(): Promise<Measure[]> {
  if (!findBrowser()) {
    console.log(`verify_browser is left out: ${NO_BROWSER}`)
    return []
  }
  const [script, browser] = await Promise.all([verifierScript(), openBrowser()])
  try {
    const golden = goldenFile(coinFlipKit.folder)
    const [race] = raceGoldenVectors().valid
    const measured = (records: readonly unknown[]) =>
      recordsASecond({ script, browser, records })
    const rounds = Math.round(
      await measured(epochRecords(nativeHashes, golden)),
    )
    const raceMs = rounded(1_000 / (await measured([race?.record])))
    const unit = `${golden.gameType.toLowerCase()}s a second`
    return [
      atLeast(ROUNDS_A_SECOND, { name: 'verify_browser', value: rounds, unit }),
      atMost(RACE_MS, {
        name: 'verify_browser_race',
        value: raceMs,
        unit: 'ms',
      }),
    ]
  } finally {
    await browser.close()
  }
}

type Measured = {
  script: string
  browser: Browser
  records: readonly unknown[]
}

async function recordsASecond({ script, browser, records }: Measured) {
  const page = await browser.newPage()
  await page.addScriptTag({ content: script })
  const measured = page.evaluate<number>(`
    const records = ${JSON.stringify(records)}
    verifier.recordsASecond(records, ${WARM_UP_MS})
    verifier.recordsASecond(records, ${MEASURED_MS})`)
  return await orInterrupted(measured)
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
