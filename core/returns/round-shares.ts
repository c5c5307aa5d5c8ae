import { assert } from '../assert.ts'
import type { Game } from '../games/game.ts'
import type { GameReturn, PaidRound } from './game-return.ts'
import { type Tally, tallyOf } from './tally.ts'

/** A finished round, by the rules it was played by. */
export type PlayedRound = PaidRound & {
  gameType: string
  rulesVersion: number
  stake: number
}

/** What a round adds to its game's figures, or to those of its jackpot. */
export type Share = { gameType: string; isJackpot: boolean; tally: Tally }

type Returns = {
  game: Pick<Game, 'gameType' | 'rulesVersion'>
  returns: GameReturn
}

/**
 * What rounds add to the figures, by what the ledger paid for them. Jackpots
 * are told of apart: they are rare, and would drown a game's other figures.
 */
export function roundShares(kits: readonly Returns[]) {
  return (round: PlayedRound): Share[] => {
    const kit = kits.find(
      ({ game }) =>
        game.gameType === round.gameType &&
        game.rulesVersion === round.rulesVersion,
    )
    assert(kit !== undefined, 'every game that was ever played has a kit')
    return sharesOf(kit.returns, round)
  }
}

/** A jackpot does not count as a round of the game itself. */
function sharesOf(returns: Returns['returns'], round: PlayedRound): Share[] {
  const { jackpot } = returns
  const { bet, gameType, payout, stake: staked } = round
  const isHit = round.actions !== null
  const own = (): Share => ({
    gameType,
    isJackpot: false,
    tally: tallyOf({ staked, paid: payout, luck: returns.luckOf(round) }),
  })
  if (!jackpot) return [own()]
  const luck = jackpot.luckOf(bet.betAmount, isHit)
  const paid = isHit ? payout : 0
  const share = {
    gameType,
    isJackpot: true,
    tally: tallyOf({ staked, paid, luck }),
  }
  return isHit ? [share] : [share, own()]
}
