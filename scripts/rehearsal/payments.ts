import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import type { SentPayment } from '../chaos/deposits/judge-ledger.ts'
import { countCredits } from '../chaos/public-node/public-nodes.ts'
import { KINDS } from '../chaos/public-node/testnet.ts'
import { activeWallets } from '../deposit/deposit-site.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { PilotSite } from './pilot-site.ts'

const PAY_EVERY_MS = 30_000
const CREDITED_WITHIN_MS = 900_000
/** Requests for a wallet, which fail while the database has no primary. */
const TRIES_MAX = 10
const RETRY_MS = 5_000

export type Payments = ReturnType<typeof startPayments>

/** Pays players' wallets, and measures the time from each payment's block to its credit. */
export function startPayments(site: PilotSite) {
  const wallets: Address[] = []
  const sent: SentPayment[] = []
  const creditedMs = { direct: [] as number[], byContract: [] as number[] }
  /** Wallets that a player would have had to request again. */
  const failures: string[] = []
  const activations: Promise<void>[] = []
  const waits: Promise<void>[] = []
  const over = new AbortController()
  const { signal } = over

  async function pay(wallet: Address): Promise<void> {
    const kind = KINDS[sent.length % KINDS.length] ?? 'native'
    sent.push(await site.pay(kind, wallet))
    const startedAt = performance.now()
    const due = sent.filter(({ to }) => to === wallet).length
    const isCredited = () =>
      countCredits(site, wallet).then(
        (count) => count >= due,
        // The database has no primary for a moment.
        () => false,
      )
    waits.push(
      waitUntil(isCredited, CREDITED_WITHIN_MS).then((inTime) => {
        const kinds = kind === 'internal' ? 'byContract' : 'direct'
        if (inTime) creditedMs[kinds].push(performance.now() - startedAt)
      }),
    )
  }

  async function activate(cookie: string): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const found = activeWallets(site.url, [cookie])
      const active = await found.catch(() => undefined)
      if (active) return void wallets.push(...active)
      failures.push('wallet')
      await sleep(RETRY_MS)
    }
  }

  const work = async () => {
    while (!signal.aborted) {
      const wallet = wallets.shift()
      if (wallet) {
        await pay(wallet)
        wallets.push(wallet)
      }
      await sleep(PAY_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const working = work()
  // stop() reports it.
  working.catch(() => undefined)

  return {
    sent,
    creditedMs,
    failures,
    wallets,
    /** Generates a player's wallet, which is paid once it is active. */
    activate(cookie: string): void {
      activations.push(activate(cookie))
    },
    /** Resolves when all wallets are active and all payments credited. */
    async stop(): Promise<void> {
      over.abort()
      await working
      await Promise.all([...activations, ...waits])
    },
  }
}
