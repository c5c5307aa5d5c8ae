import type { Draw } from '../../fairness/draws.ts'
import type { Hashes } from '../../fairness/hashes.ts'
import type { Coins } from '../../money/coins.ts'
import { finishOrder } from '../finish-order.ts'
import type { HorseId } from '../horses.ts'
import type { SaltBlock } from '../salt.ts'
import { type ChainLink, linkBefore, previousSeed } from '../seed-chain.ts'
import { type RaceOutcome, settledHash, settledRace } from '../settled-race.ts'
import { type AcceptedRaceBet, settledRaceBet } from '../settled-race-bet.ts'

/** What a golden race is made from, beside the chain's last seed. */
export type GoldenRaceInput = {
  number: number
  closedAtMs: number
  /** Left out of a void race. */
  saltBlock?: SaltBlock
  bets: readonly AcceptedRaceBet[]
}

/** A race with bets, and all that follows from seed, salt and stakes. */
export type GoldenRace = {
  number: number
  closedAtMs: number
  saltBlock?: SaltBlock
  serverSeed: string
  commitment: string
  outcome: RaceOutcome
  raceHash: string
  bets: GoldenRaceBet[]
}

export type GoldenRaceBet = AcceptedRaceBet & {
  payout: Coins
  betHash: string
}

/** Positions on the last tick, the draws after it, and the order that they make. */
export type GoldenFinish = {
  positions: readonly number[]
  /** As many as the ties take. */
  draws: readonly Draw[]
  order: readonly HorseId[]
}

/** Runs a race of a chain. @param last the chain's last link. */
export function goldenRace(
  hashes: Hashes,
  last: ChainLink,
  { number, closedAtMs, saltBlock, bets }: GoldenRaceInput,
): GoldenRace {
  const { seed } = linkBefore(hashes, last, last.number - number)
  const inputs = { number, closedAtMs, serverSeed: seed, saltBlock }
  const race = settledRace(hashes, inputs)
  return {
    number,
    closedAtMs,
    ...(saltBlock && { saltBlock }),
    serverSeed: seed,
    commitment: previousSeed(hashes, seed),
    outcome: race.outcome,
    raceHash: settledHash(hashes, race),
    bets: bets.map((accepted) => {
      const settled = settledRaceBet(hashes, race, accepted)
      const { payout } = settled.outcome
      const betHash = settledHash(hashes, settled)
      return { bet: accepted.bet, index: accepted.index, payout, betHash }
    }),
  }
}

/** Puts the horses in order, by as many of the draws as the ties take. */
export function goldenFinish({
  positions,
  draws,
}: Pick<GoldenFinish, 'positions' | 'draws'>): GoldenFinish {
  let used = 0
  const order = finishOrder(positions, () => draws[used++] ?? 0)
  return { positions, draws: draws.slice(0, used), order }
}
