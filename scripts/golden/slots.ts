import type { Round } from '#core/fairness/round.ts'
import {
  LARGEST_WIN,
  LINES,
  slotSymbol,
  slotsOutcome,
} from '#core/games/slots/slot-reels.ts'
import { slots, toTicket, winningTickets } from '#core/games/slots/slots.ts'
import { coins, JACKPOT_SEED, MAX_COINS } from '#core/money/coins.ts'
import { asText, reversed } from './forge.ts'
import type { GoldenRound } from './golden-file.ts'
import { type Cases, type GoldenPlan, toCases } from './plan.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Math.floor(MAX_COINS / LARGEST_WIN)
const POTS = [10_000, 10_001, 12_347, 56_788, 123_454, MAX_COINS].map(coins)
const CAP = winningTickets(coins(MAX_COINS))
const BET = { betAmount: coins(10) }
/** Hits in one round of a hundred. */
const LARGE_BET = { betAmount: coins(10_000) }
const WIN = slots.jackpot.win(JACKPOT_SEED)

/** Tickets, and the client seeds that draw them from the first stream key at nonce 0. */
const SEED_OF = {
  0: 'edge 849937',
  1: 'edge 248389',
  2376: 'edge 33',
  9999: 'edge 561864',
  10000: 'edge 246480',
}
const chosen = ([clientSeed, ...stakes]: [string, ...number[]]) =>
  stakes.map((betAmount) => ({ clientSeed, betAmount }))

export const plan: GoldenPlan = {
  game: slots,
  epoch: 2,
  stakes: [1, 2, 7, 50, 100, 999, 5_000, 10_000, 10_001, 20_000, LARGEST_STAKE],
  // Cycles through the pots, one per jackpot.
  toAction: (_position, { index }) =>
    slots.jackpot.win(POTS[index % POTS.length] ?? coins(0)),
  cases,
  chosen: [
    ...chosen([SEED_OF[0], 1]),
    ...chosen([SEED_OF[1], 1, 2]),
    ...chosen([SEED_OF[2376], 2_376, 2_377]),
    ...chosen([SEED_OF[9999], 9_999, 10_000, 10_001]),
    ...chosen([SEED_OF[10_000], 10_000, 10_001]),
  ],
  invalid: [
    {
      what: 'a win:',
      bet: BET,
      where: ({ outcome }) => outcome.payout > 0,
      rows: [
        ['bet', 'gameData.bet.betAmount', LARGEST_STAKE + 1],
        ['outcome', 'gameData.outcome.grid', reversed],
        ['outcome', 'gameData.outcome.jackpotWin', JACKPOT_SEED],
        [
          'outcome',
          'gameData.outcome',
          (paid: object) => ({ ...paid, winningLines: [], payout: 0 }),
        ],
      ],
    },
    {
      what: 'a jackpot:',
      bet: LARGE_BET,
      actions: [WIN],
      rows: [
        ['action', 'gameData.actions.0.pot', JACKPOT_SEED - 1, 0, undefined],
        ['action', 'gameData.actions.0.pot', JACKPOT_SEED + 0.5, 2 ** 53],
        ['action', 'gameData.actions.0.pot', asText],
        ['action', 'gameData.actions.0.line', 1],
        ['action', 'gameData.actions', [WIN, WIN]],
        ['unfinished', 'gameData.actions', []],
        [
          'draws',
          'gameData.draws',
          (draws: number[]) => [...draws, 0, 0, 0, 0, 0],
        ],
      ],
    },
    {
      what: 'a jackpot with the coin left over on the last line:',
      bet: LARGE_BET,
      actions: [slots.jackpot.win(coins(10_001))],
      rows: [
        [
          'outcome',
          'gameData.outcome.winningLines',
          (lines: { payout: number }[]) =>
            lines.map((line, at) => {
              return { ...line, payout: lines.at(-1 - at)?.payout }
            }),
        ],
      ],
    },
    {
      what: 'a ticket near the stake:',
      bet: { betAmount: coins(1) },
      where: isCloseCall,
      rows: [
        [
          'action',
          'gameData',
          function withAJackpotAtAnEqualStake(gameData: Round) {
            const draws = gameData.draws.slice(0, 1)
            const bet = { betAmount: draws.map(toTicket)[0] }
            const { outcome } = slots.steps.act({ staked: coins(1) }, WIN)
            return { ...gameData, bet, actions: [WIN], draws, outcome }
          },
        ],
        [
          'unfinished',
          'gameData',
          function withoutAJackpotAtAStakeOneAbove(gameData: Round) {
            const [ticket = 0] = gameData.draws.map(toTicket)
            return { ...gameData, bet: { betAmount: ticket + 1 } }
          },
        ],
      ],
    },
  ],
}

function isCloseCall({ draws, outcome }: Round): boolean {
  const [ticket = 0] = draws.map(toTicket)
  return ticket > 0 && ticket < LARGE_BET.betAmount && outcome.payout === 0
}

const RUNS = [3, 4, 5].flatMap((matches) => [
  ...LINES.map((_, line) => `${matches} on line ${line}`),
  ...slotSymbol.options.map((symbol) => `${matches} ${symbol}`),
])

/** Covers each line and symbol by each run, each remainder of a pot, and tickets at the limits. */
function cases({ actions, bet, draws, outcome }: GoldenRound): Cases {
  const { betAmount } = bet
  const { winningLines, payout } = slotsOutcome.parse(outcome)
  const [ticket = 0] = draws.map(toTicket)
  const isHit = actions !== undefined
  const runs = winningLines.flatMap(({ line, matches, symbol }) => [
    `${matches} on line ${line}`,
    `${matches} ${symbol}`,
  ])
  const leftOver = `jackpot with ${payout % LINES.length} coins left over`
  return {
    ...toCases(RUNS, isHit ? [] : runs),
    ...toCases(
      LINES.map((_, line) => `jackpot with ${line} coins left over`),
      isHit ? [leftOver] : [],
    ),
    'jackpot by a stake below the cap': isHit && betAmount < CAP,
    'a jackpot by a ticket one below the stake':
      isHit && ticket === betAmount - 1,
    'a jackpot by a ticket one below the cap, which is below the stake':
      isHit && ticket === CAP - 1 && CAP < betAmount,
    'a ticket below the stake, but not below the cap':
      !isHit && ticket < betAmount,
    'no jackpot by a ticket equal to the stake': !isHit && ticket === betAmount,
    'no jackpot by a ticket equal to the cap, which is below the stake':
      !isHit && ticket === CAP && CAP < betAmount,
    'no line pays': !isHit && winningLines.length === 0,
    'several lines pay': !isHit && winningLines.length > 1,
    'the largest win': !isHit && payout === LARGEST_WIN * betAmount,
  }
}
