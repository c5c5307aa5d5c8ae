import {
  applying,
  type GoldenKinds,
} from '../../../fairness/golden/golden-kinds.ts'
import type { GoldenRound } from '../../../fairness/golden/golden-vectors.ts'
import { coins, MAX_COINS } from '../../../money/coins.ts'
import { ticketOf, winningTickets } from '../slot-jackpot.ts'
import { LARGEST_WIN, LINES } from '../slot-lines.ts'
import { slotsOutcome } from '../slot-outcome.ts'
import { slotSymbol } from '../slot-reels.ts'

const RUNS = [3, 4, 5]
const CAP = winningTickets(coins(MAX_COINS))

/** Each line and symbol by each run, and pots that split with each remainder. */
export const slotKinds: GoldenKinds = {
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
