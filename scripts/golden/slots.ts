import type { Round } from '#core/fairness/round.ts'
import type { JsonObject } from '#core/games/game.ts'
import {
  LARGEST_WIN,
  LINES,
  slotSymbol,
  slotsOutcome,
} from '#core/games/slots/slot-reels.ts'
import { slots, ticketOf, winningTickets } from '#core/games/slots/slots.ts'
import { coins, JACKPOT_SEED, MAX_COINS } from '#core/money/coins.ts'
import { type Forge, failing } from './forge.ts'
import type { GoldenRound, InvalidRecord } from './golden-file.ts'
import { applying, type GoldenKinds, type GoldenPlan } from './plan.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Math.floor(MAX_COINS / LARGEST_WIN)
const POTS = [10_000, 10_001, 12_347, 56_788, 123_454, MAX_COINS].map(coins)

/** Client seeds that draw these tickets from the first golden stream key at nonce 0. */
const TICKET_0 = 'edge 849937'
const TICKET_1 = 'edge 248389'
const TICKET_2376 = 'edge 33'
const TICKET_9999 = 'edge 561864'
const TICKET_10000 = 'edge 246480'

const RUNS = [3, 4, 5]
const CAP = winningTickets(coins(MAX_COINS))

/** Covers each line and symbol by each run, and each remainder of a split pot. */
const slotKinds: GoldenKinds = {
  all: [
    ...RUNS.flatMap((matches) => [
      ...LINES.map((_, line) => `${matches} on line ${line}`),
      ...slotSymbol.options.map((symbol) => `${matches} ${symbol}`),
    ]),
    ...LINES.map((_, leftOver) => `jackpot with ${leftOver} coins left over`),
    'jackpot by a stake below the cap',
    'a ticket below the stake, but not below the cap',
    'a jackpot by a ticket one below the stake',
    'no jackpot by a ticket equal to the stake',
    'a jackpot by a ticket one below the cap, which is below the stake',
    'no jackpot by a ticket equal to the cap, which is below the stake',
    'no line pays',
    'several lines pay',
    'the largest win',
  ],

  shownBy: (round) => (round.actions ? jackpotKinds(round) : spinKinds(round)),
}

/** Cycles through the pots, one per jackpot. */
export const plan: GoldenPlan = {
  game: slots,
  epoch: 2,
  stakes: [1, 2, 7, 50, 100, 999, 5_000, 10_000, 10_001, 20_000, LARGEST_STAKE],
  actionOf: (_position, { index }) =>
    slots.jackpot.win(POTS[index % POTS.length] ?? coins(0)),
  kinds: slotKinds,
  chosen: [
    { clientSeed: TICKET_0, betAmount: 1 },
    { clientSeed: TICKET_1, betAmount: 1 },
    { clientSeed: TICKET_1, betAmount: 2 },
    { clientSeed: TICKET_2376, betAmount: 2_376 },
    { clientSeed: TICKET_2376, betAmount: 2_377 },
    { clientSeed: TICKET_9999, betAmount: 9_999 },
    { clientSeed: TICKET_9999, betAmount: 10_000 },
    { clientSeed: TICKET_9999, betAmount: 10_001 },
    { clientSeed: TICKET_10000, betAmount: 10_000 },
    { clientSeed: TICKET_10000, betAmount: 10_001 },
  ],
  invalid: invalidSpins,
}

function jackpotKinds({ bet, draws, outcome }: GoldenRound): string[] {
  const [ticket = 0] = draws.map(ticketOf)
  const leftOver = outcome.payout % LINES.length
  return [
    `jackpot with ${leftOver} coins left over`,
    ...applying({
      'jackpot by a stake below the cap': bet.betAmount < CAP,
      'a jackpot by a ticket one below the stake': ticket === bet.betAmount - 1,
      'a jackpot by a ticket one below the cap, which is below the stake':
        ticket === CAP - 1 && CAP < bet.betAmount,
    }),
  ]
}

function spinKinds({ bet, draws, outcome }: GoldenRound): string[] {
  const { winningLines, payout } = slotsOutcome.parse(outcome)
  const [ticket = 0] = draws.map(ticketOf)
  return [
    ...winningLines.flatMap(({ line, matches, symbol }) => [
      `${matches} on line ${line}`,
      `${matches} ${symbol}`,
    ]),
    ...applying({
      'a ticket below the stake, but not below the cap': ticket < bet.betAmount,
      'no jackpot by a ticket equal to the stake': ticket === bet.betAmount,
      'no jackpot by a ticket equal to the cap, which is below the stake':
        ticket === CAP && CAP < bet.betAmount,
      'no line pays': winningLines.length === 0,
      'several lines pay': winningLines.length > 1,
      'the largest win': payout === LARGEST_WIN * bet.betAmount,
    }),
  ]
}

const BET = { betAmount: coins(10) }
/** Hits in one round of a hundred. */
const LARGE_BET = { betAmount: coins(10_000) }
const WIN = slots.jackpot.win(JACKPOT_SEED)

/** Spins that the rules or seeds rule out. */
function invalidSpins(forge: Forge): InvalidRecord[] {
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

/** Tickets next to the winning limit, claimed to be on the other side. */
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
