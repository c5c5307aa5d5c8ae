import { atLeast, type Measure, rounded } from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import type { Stage } from '../product/stage.ts'
import { gameLoad, median, moveOf } from './load.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const WARM_UP_SECONDS = 4
const PAIRS = 7
const SECONDS = 5
/** Receipts may cost a twentieth of the bets. */
const BAR = 0.95

/**
 * Compares bets a second with and without signed answers. Alternates the order of
 * pairs, so that changes of machine speed affect both, and reports the median.
 */
export async function receiptsRow(stage: Stage): Promise<Measure> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const signed = await stage.startApi()
  const unsigned = await stage.startNode('scripts/bench/unsigned-api.ts', {
    readyPath: '/readyz',
  })
  const move = moveOf(coinFlipKit.calls)
  const rateOf = async ({ url: origin }: { url: string }, seconds = SECONDS) =>
    (await gameLoad({ origin, cookies, move, seconds })).perSecond

  await rateOf(unsigned, WARM_UP_SECONDS)
  await rateOf(signed, WARM_UP_SECONDS)
  const shares: number[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const first = pair % 2 === 0 ? signed : unsigned
    const second = first === signed ? unsigned : signed
    const [one, other] = [await rateOf(first), await rateOf(second)]
    shares.push(first === signed ? one / other : other / one)
  }
  return atLeast(BAR, {
    name: 'receipts_cost',
    value: rounded(median(shares), 3),
    unit: '× bets without receipts',
  })
}
