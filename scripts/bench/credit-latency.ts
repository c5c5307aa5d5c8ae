import { setTimeout as sleep } from 'node:timers/promises'
import type { Hash } from 'viem'
import { WEI_PER_UNIT } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { atMost, type Measure, percentile, rounded } from '../cli/measures.ts'
import { type DepositSite, openDepositSite } from '../deposit/deposit-site.ts'
import type { Stage } from '../product/stage.ts'

const PLAYERS = 10
const DEPOSITS = 60
/** No divisor of a second, so that payments meet blocks at all offsets. */
const SPACING_MS = 370
const GIVEN_UP_AFTER_MS = 30_000
const LOOK_EVERY_MS = 20
const BAR_SECONDS = 1

/**
 * Measures the time from the sixth confirmation of a deposit to its credit, with a
 * block a second.
 */
export async function creditRow(stage: Stage): Promise<Measure> {
  const site = await openDepositSite(stage, { players: PLAYERS })
  try {
    // Mines by the clock, as a real chain.
    await site.client.request<AutomineRequest>({
      method: 'evm_setAutomine',
      params: [false],
    })
    const watch = watchCredits(site)
    const sent = await payAll(site)
    const latencies = await watch.until(sent)
    const p95 = percentile(latencies, 95)
    const value = rounded(p95 / 1_000, 3)
    const figure = { name: 'credit_latency', value, unit: 's (p95)' }
    return atMost(BAR_SECONDS, figure)
  } finally {
    await site.close()
  }
}

type AutomineRequest = {
  Method: 'evm_setAutomine'
  Parameters: [boolean]
  ReturnType: boolean
}

async function payAll({ pay, wallets }: DepositSite): Promise<Hash[]> {
  const payments: Promise<Hash>[] = []
  for (let index = 0; index < DEPOSITS; index += 1) {
    const to = wallets[index % wallets.length]
    const amountWei = WEI_PER_UNIT / 100n
    if (to) payments.push(pay({ symbol: 'tBNB', to, amountWei }))
    await sleep(SPACING_MS)
  }
  return Promise.all(payments)
}

/** Records the times of blocks and credits. */
function watchCredits({ client, database }: DepositSite) {
  const minedMs = new Map<number, number>()
  const latencyMs = new Map<string, number>()
  const isNew = (block: number) => block > 0 && !minedMs.has(block)
  let isOver = false

  async function look(): Promise<void> {
    const head = Number(await client.getBlockNumber({ cacheTime: 0 }))
    // A busy machine may miss a block, which came before the one seen now.
    for (let block = head; isNew(block); block -= 1) {
      minedMs.set(block, performance.now())
    }
    const { rows } = await database.query<{ hash: string; block: number }>(
      `SELECT tx_hash AS hash, block_number::int AS block
       FROM crypto_deposits WHERE status = 'confirmed'`,
    )
    const nowMs = performance.now()
    for (const { hash, block } of rows) {
      const since = minedMs.get(block + CONFIRMATIONS_NEEDED - 1)
      if (since === undefined || latencyMs.has(hash)) continue
      latencyMs.set(hash, nowMs - since)
    }
  }

  async function keepLooking(): Promise<void> {
    while (!isOver) {
      await look()
      await sleep(LOOK_EVERY_MS)
    }
  }

  const looking = keepLooking()
  // Reported by `until`.
  looking.catch(() => undefined)
  return {
    /** Returns the waits of all payments, up to the timeout. */
    async until(sent: readonly Hash[]): Promise<number[]> {
      const deadline = performance.now() + GIVEN_UP_AFTER_MS
      const isMissing = (hash: Hash) => !latencyMs.has(hash)
      while (sent.some(isMissing) && performance.now() < deadline) {
        await sleep(LOOK_EVERY_MS)
      }
      isOver = true
      await looking
      return sent.map((hash) => latencyMs.get(hash) ?? GIVEN_UP_AFTER_MS)
    },
  }
}
