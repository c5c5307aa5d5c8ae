import { setTimeout as sleep } from 'node:timers/promises'
import { lowerCase } from '#core/chain/chains.ts'
import { atMost, type Measure, rounded } from '../../cli/measures.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { KINDS, type Kind, type PublicSite } from './public-site.ts'

/** In seconds from the block of a payment to its coins. */
export type CreditBars = Record<Kind, number>

const PAYMENTS_OF_A_KIND = 4
const SPACING_MS = 700
/** Factor of the bar for which a credit is awaited. */
const PATIENCE = 1.5

type Wait = { kind: Kind; seconds: number }

/** Pays players in all ways, and measures the longest wait of each. */
export async function creditRows(
  name: string,
  site: PublicSite,
  bars: CreditBars,
): Promise<Measure[]> {
  const waits: Promise<Wait>[] = []
  for (let round = 0; round < PAYMENTS_OF_A_KIND; round += 1) {
    for (const kind of KINDS) {
      waits.push(waitFor(kind, site, bars[kind] * PATIENCE * 1_000))
      await sleep(SPACING_MS)
    }
  }
  const all = await Promise.all(waits)
  return KINDS.map((kind) => {
    const times = all.filter((wait) => wait.kind === kind)
    const value = rounded(Math.max(...times.map(({ seconds }) => seconds)), 1)
    return atMost(bars[kind], { name: `${name}_${kind}`, value, unit: 's' })
  })
}

async function waitFor(
  kind: Kind,
  site: PublicSite,
  withinMs: number,
): Promise<Wait> {
  // Its next payment is another case's.
  const wallet = site.wallets.shift()
  if (!wallet) throw new Error('there is nobody to pay')
  site.wallets.push(wallet)
  const before = await creditsOf(site, wallet)
  await site.pay(kind, wallet)
  const startedAt = performance.now()
  const isCredited = async () => (await creditsOf(site, wallet)) > before
  await waitUntil(isCredited, withinMs)
  return { kind, seconds: (performance.now() - startedAt) / 1_000 }
}

async function creditsOf(
  { database }: PublicSite,
  wallet: string,
): Promise<number> {
  const { rowCount } = await database.query(
    `SELECT FROM crypto_deposits WHERE wallet = $1 AND status = 'confirmed'`,
    [lowerCase(wallet)],
  )
  return rowCount ?? 0
}
