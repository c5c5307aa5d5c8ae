import * as z from 'zod'
import { blackjackAction } from '#core/games/blackjack.ts'
import { blackjackOutcome } from '#core/games/blackjack-settlement.ts'
import type { GameType } from '#core/games/game.ts'
import { hiLoOutcome } from '#core/games/hi-lo-outcome.ts'
import { hiLoAction } from '#core/games/hi-lo-position.ts'
import { blackjackLuck } from '#core/returns/blackjack-luck.ts'
import { coinFlipLuck } from '#core/returns/coin-flip-return.ts'
import { hiLoLuck } from '#core/returns/hi-lo-return.ts'
import {
  jackpotLuck,
  type SpinCensus,
  spinLuck,
} from '#core/returns/slots-return.ts'
import type { LedgerRound, Share } from './live-ledger.ts'

const hiLoActions = z.array(hiLoAction)
const blackjackActions = z.array(blackjackAction)

/** What a round adds to its game's figures, by what the ledger paid for it. */
export function roundShares(census: SpinCensus) {
  const sharesOf: Record<GameType, (round: LedgerRound) => Share[]> = {
    'Coin Flip': (round) => [
      shareOf(round, coinFlipLuck(round.bet.betAmount, round.payout)),
    ],
    'Slot Machine': (round) => spinShares(round, census),
    Blackjack: (round) => [shareOf(round, handLuck(round))],
    'Hi-Lo': (round) => [shareOf(round, streakLuck(round))],
  }
  return (round: LedgerRound) => sharesOf[round.gameType](round)
}

function shareOf({ gameType: line, payout }: LedgerRound, luck: Share['luck']) {
  return { line, luck, paid: payout }
}

/** A jackpot is no spin of the reels. */
function spinShares(round: LedgerRound, census: SpinCensus): Share[] {
  const { bet, payout } = round
  const isHit = round.actions !== null
  const luck = jackpotLuck(bet.betAmount, isHit)
  const jackpot = { line: 'Jackpot', luck, paid: isHit ? payout : 0 } as const
  if (isHit) return [jackpot]
  return [jackpot, shareOf(round, spinLuck(census, bet.betAmount, payout))]
}

function handLuck({ bet, actions, outcome, payout }: LedgerRound) {
  return blackjackLuck({
    betAmount: bet.betAmount,
    choices: blackjackActions.parse(actions ?? []).map(({ action }) => action),
    outcome: blackjackOutcome.parse(outcome),
    payout,
  })
}

function streakLuck({ bet, actions, outcome, payout }: LedgerRound) {
  return hiLoLuck({
    betAmount: bet.betAmount,
    actions: hiLoActions.parse(actions ?? []),
    cards: hiLoOutcome.parse(outcome).cards,
    payout,
  })
}
