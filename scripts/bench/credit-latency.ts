import { setTimeout as sleep } from 'node:timers/promises'
import { WEI_PER_UNIT } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { chainControl } from '../chaos/deposits/chain-control.ts'
import { atMost, type Measure, percentile } from '../cli/measures.ts'
import { type DepositSite, openDepositSite } from '../deposit/deposit-site.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { Stage } from '../product/stage.ts'

const PLAYERS = 10
const DEPOSITS = 60
/** No divisor of a second, so that payments meet blocks at all offsets. */
const SPACING_MS = 370
const GIVEN_UP_AFTER_MS = 30_000
const POLL_MS = 20

/**
 * Measures the time from the sixth confirmation of a deposit to its credit, with a
 * block a second.
 */
export async function creditRows(stage: Stage): Promise<Measure[]> {
  const site = await openDepositSite(stage, { players: PLAYERS })
  // Mines by the clock, as a real chain.
  await chainControl(site.client).setAutomine(false)
  const p95 = percentile(await latenciesMs(site), 95)
  return [atMost('credit_latency', p95 / 1_000, 's (p95)', 1)]
}

/** Returns the waits of all payments, up to the timeout. */
async function latenciesMs(site: DepositSite): Promise<number[]> {
  const { client, database } = site
  const minedAtMs = new Map<number, number>()
  const stopWatching = client.watchBlockNumber({
    pollingInterval: POLL_MS,
    // A busy machine may miss a block, which came before the one seen now.
    emitMissed: true,
    onBlockNumber: (block) => minedAtMs.set(Number(block), performance.now()),
  })
  const waits = new Map<string, number>()
  const areCredited = async () => {
    const { rows } = await database.query<{ hash: string; block: number }>(
      `SELECT tx_hash AS hash, block_number::int AS block
       FROM crypto_deposits WHERE status = 'confirmed'`,
    )
    const nowMs = performance.now()
    for (const { hash, block } of rows) {
      const since = minedAtMs.get(block + CONFIRMATIONS_NEEDED - 1)
      if (since && !waits.has(hash)) waits.set(hash, nowMs - since)
    }
    return waits.size === DEPOSITS
  }
  const withinMs = DEPOSITS * SPACING_MS + GIVEN_UP_AFTER_MS
  await Promise.all([payAll(site), waitUntil(areCredited, withinMs)])
  stopWatching()
  const missing = Array.from({ length: DEPOSITS - waits.size })
  return [...waits.values(), ...missing.map(() => GIVEN_UP_AFTER_MS)]
}

async function payAll({ pay, wallets }: DepositSite): Promise<void> {
  const payments: Promise<unknown>[] = []
  for (let index = 0; index < DEPOSITS; index += 1) {
    const to = wallets[index % wallets.length]
    const amountWei = WEI_PER_UNIT / 100n
    if (to) payments.push(pay({ symbol: 'tBNB', to, amountWei }))
    await sleep(SPACING_MS)
  }
  await Promise.all(payments)
}
