import { EPOCH_SIZE, epochTree } from '#core/fairness/epoch.ts'
import type { Claim } from '#core/fairness/verified-round.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { findBrowser } from '../browser/find-browser.mjs'
import { NO_BROWSER, openBrowser } from '../browser/open-browser.ts'
import { atLeast, atMost, type Measure, rounded } from '../cli/measures.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import type { GoldenFile } from '../golden/golden-file.ts'
import { goldenFile, raceGoldenVectors } from '../lib/golden-files.ts'
import { verifierScript } from '../lib/verifier-script.ts'

const BAR = 1_000
const WARM_UP_MS = 1_000
const MEASURED_MS = 4_000

/** Runs measurements in a browser; reports and skips them where there is none. */
export async function verifyRows(): Promise<Measure[]> {
  if (findBrowser()) return [await verifyRow(), await verifyRaceRow()]
  console.log(`verify_browser is left out: ${NO_BROWSER}`)
  return []
}

/** Measures rounds verified a second, each with the path of its epoch. */
async function verifyRow(): Promise<Measure> {
  const [script, browser] = await Promise.all([verifierScript(), openBrowser()])
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    const golden = goldenFile(coinFlipKit.folder)
    const claims = JSON.stringify(epochClaims(golden))
    const measured = page.evaluate<number>(`
      const claims = ${claims}
      verifier.roundsASecond(claims, ${WARM_UP_MS})
      verifier.roundsASecond(claims, ${MEASURED_MS})`)
    const value = Math.round(await orInterrupted(measured))
    const unit = `${golden.gameType.toLowerCase()}s a second`
    return atLeast(BAR, { name: 'verify_browser', value, unit })
  } finally {
    await browser.close()
  }
}

/** Returns a golden epoch, as its records claim it. */
function epochClaims({
  gameType,
  rulesVersion,
  epoch,
  rounds,
}: GoldenFile): Claim[] {
  const played = rounds.slice(0, EPOCH_SIZE)
  const commitments = played.map(({ commitment }) => commitment)
  const tree = epochTree(nativeHashes, epoch, commitments)
  return played.map((round, index) => ({
    ...round,
    gameType,
    rulesVersion,
    player: epoch.player,
    serverSeedHash: round.commitment,
    epochRoot: tree.root,
    epochPath: tree.path(index),
    expectedHash: round.roundHash,
  }))
}

const BAR_MS = 50
const WARM_UP_TIMES = 20
const TIMES = 200

/** Measures the verification of a race: seed chain, steps of all horses and hashes. */
async function verifyRaceRow(): Promise<Measure> {
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
