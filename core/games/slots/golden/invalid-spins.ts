import { failing } from '../../../fairness/golden/failing.ts'
import type { Forge } from '../../../fairness/golden/forge.ts'
import type { Round } from '../../../fairness/round.ts'
import { coins, JACKPOT_SEED } from '../../../money/coins.ts'
import type { InvalidRecord } from '../../../schemas/golden-file.ts'
import type { JsonObject } from '../../game.ts'
import { ticketOf } from '../slot-jackpot.ts'
import { slotsOutcome } from '../slot-outcome.ts'
import { slots } from '../slots.ts'

const BET = { betAmount: coins(10) }
/** So large that one round in a hundred hits. */
const LARGE_BET = { betAmount: coins(10_000) }
const WIN = slots.jackpot.win(JACKPOT_SEED)

/** Spins that the rules do not allow or the seeds do not give. */
export function invalidSpins(forge: Forge): InvalidRecord[] {
  const hit = forge.found({ bet: LARGE_BET, actions: [WIN] })
  const won = forge.found({ bet: BET }, ({ outcome }) => outcome.payout > 0)
  return [
    ...failing('rules', {
      'rules version 2': forge.record(won, { rulesVersion: 2 }),
    }),
    ...invalidBets(forge),
    ...invalidPots(forge, hit),
    ...invalidTickets(forge, hit),
    ...invalidLines(forge, { hit, won }),
  ]
}

function invalidBets(forge: Forge): InvalidRecord[] {
  const lost = forge.found({ bet: BET }, ({ outcome }) => outcome.payout === 0)
  const betting = (bet: JsonObject) => forge.record(lost, { bet })
  return failing('bet', {
    'a stake of 0': betting({ betAmount: 0 }),
    'a stake with a fraction': betting({ betAmount: 0.5 }),
    'a stake whose win no balance holds': betting({
      betAmount: 180_143_985_094_820,
    }),
    'a bet with a line': betting({ ...BET, line: 1 }),
  })
}

function invalidPots(forge: Forge, hit: Round): InvalidRecord[] {
  const below = coins(JACKPOT_SEED - 1)
  const acting = (...actions: JsonObject[]) => forge.record(hit, { actions })
  return failing('action', {
    'a pot below the seed': forge.record(
      forge.found({ bet: LARGE_BET, actions: [slots.jackpot.win(below)] }),
    ),
    'a pot of 0': forge.record(
      forge.found({ bet: LARGE_BET, actions: [slots.jackpot.win(coins(0))] }),
    ),
    'a pot with a fraction': acting({ ...WIN, pot: JACKPOT_SEED + 0.5 }),
    'a pot as a text': acting({ ...WIN, pot: String(JACKPOT_SEED) }),
    'a pot of 2^53': acting({ ...WIN, pot: 2 ** 53 }),
    'a jackpot without a pot': acting({ action: 'jackpot' }),
    'a jackpot with a member too many': acting({ ...WIN, line: 1 }),
    'a jackpot that is paid twice': acting(WIN, WIN),
  })
}

/** Tickets at the very edge of winning, claimed to be on its other side. */
function invalidTickets(forge: Forge, hit: Round): InvalidRecord[] {
  const missed = forge.found({ bet: { betAmount: coins(1) } }, isCloseCall)
  const [ticket = 0] = missed.draws.map(ticketOf)
  const equal = { betAmount: coins(ticket) }
  const atStake = forge.found(
    { bet: equal },
    ({ clientSeed }) => clientSeed === missed.clientSeed,
  )
  const above = { betAmount: coins(ticket + 1) }
  return [
    ...failing('action', {
      'a jackpot by a ticket equal to the stake': forge.record(atStake, {
        actions: [WIN],
        draws: atStake.draws.slice(0, 1),
        outcome: hit.outcome,
      }),
    }),
    ...failing('unfinished', {
      'no jackpot by a ticket one below the stake': forge.record(missed, {
        bet: above,
      }),
      'a jackpot that is not paid': forge.record(hit, { actions: [] }),
    }),
  ]
}

function isCloseCall({ draws, outcome }: Round): boolean {
  const [ticket = 0] = draws.map(ticketOf)
  return ticket > 0 && ticket < LARGE_BET.betAmount && outcome.payout === 0
}

function invalidLines(
  forge: Forge,
  { hit, won }: { hit: Round; won: Round },
): InvalidRecord[] {
  const paid = slotsOutcome.parse(won.outcome)
  const uneven = forge.found({
    bet: LARGE_BET,
    actions: [slots.jackpot.win(coins(10_001))],
  })
  const shared = slotsOutcome.parse(uneven.outcome)
  const winningLines = shared.winningLines.map((win, index, wins) => ({
    ...win,
    payout: wins.at(-1 - index)?.payout ?? win.payout,
  }))
  return [
    ...failing('draws', {
      'reels that turn behind a jackpot': forge.record(hit, {
        draws: [...hit.draws, 0, 0, 0, 0, 0],
      }),
    }),
    ...failing('outcome', {
      'a line that is not paid': forge.record(won, {
        outcome: { ...paid, winningLines: [], payout: coins(0) },
      }),
      'a grid upside down': forge.record(won, {
        outcome: { ...paid, grid: paid.grid.toReversed() },
      }),
      'the coin left over on the last line': forge.record(uneven, {
        outcome: { ...shared, winningLines },
      }),
      'a jackpot beside the lines': forge.record(won, {
        outcome: { ...paid, jackpotWin: JACKPOT_SEED },
      }),
    }),
  ]
}
