import type { Draw } from '../../fairness/draws.ts'
import type { Hashes } from '../../fairness/hashes.ts'
import type { Coins } from '../../money/coins.ts'
import { finishOrder } from '../finish-order.ts'
import type { HorseId } from '../horses.ts'
import { type ChainLink, linkBefore, previousSeed } from '../seed-chain.ts'
import type { RaceInputs } from '../settled-race.ts'
import { type RaceOutcome, settledHash, settledRace } from '../settled-race.ts'
import { type AcceptedRaceBet, settledRaceBet } from '../settled-race-bet.ts'

/** What a golden race is made from, beside the chain's last seed. */
export type GoldenRaceInput = Omit<RaceInputs, 'serverSeed'> & {
  bets: readonly AcceptedRaceBet[]
}

/** A race with bets, and all that follows from seed, salt and stakes. */
export type GoldenRace = {
  [Input in keyof RaceInputs]: Exclude<RaceInputs[Input], undefined>
} & {
  commitment: string
  /** Absent in version 1. */
  raceId?: string
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
  given: GoldenRaceInput,
): GoldenRace {
  const { rulesVersion, number, closedAtMs, bets } = given
  const { saltChain, head, voidReason, saltBlock } = given
  const { seed } = linkBefore(hashes, last, last.number - number)
  const race = settledRace(hashes, { ...given, serverSeed: seed })
  return {
    rulesVersion,
    number,
    closedAtMs,
    ...(saltChain && { saltChain }),
    ...(head && { head }),
    ...(voidReason && { voidReason }),
    ...(saltBlock && { saltBlock }),
    serverSeed: seed,
    commitment: previousSeed(hashes, seed),
    ...(race.raceId && { raceId: race.raceId }),
    outcome: race.outcome,
    raceHash: settledHash(hashes, race),
    bets: bets.map((accepted) => {
      const settled = settledRaceBet(hashes, race, accepted)
      const { payout } = settled.outcome
      const betHash = settledHash(hashes, settled)
      const { id, bet, index } = accepted
      return { id, bet, index, payout, betHash }
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
