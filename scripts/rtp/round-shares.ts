import { assert } from '#core/errors.ts'
import type { GameKit } from '#core/games/game-kit.ts'
import type { FinishedRound } from '../../api/src/features/rounds/finished-rounds.service.ts'
import type { Share } from './live-ledger.ts'

type Returns = Pick<GameKit, 'game' | 'returns'>

/** What a round adds to its game's figures, by what the ledger paid for it. */
export function roundShares(kits: readonly Returns[]) {
  return (round: FinishedRound): Share[] => {
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
function sharesOf(returns: Returns['returns'], round: FinishedRound): Share[] {
  const { name, jackpot } = returns
  const { bet, payout } = round
  const isHit = jackpot !== undefined && round.actions !== null
  const own = (): Share => ({
    line: name,
    luck: returns.luckOf(round),
    paid: payout,
  })
  if (!jackpot) return [own()]
  const share = {
    line: jackpotLine(name),
    luck: jackpot.luckOf(bet.betAmount, isHit),
    paid: isHit ? payout : 0,
  }
  return isHit ? [share] : [share, own()]
}

/** Jackpots are told of apart: they are rare, and would drown a game's other figures. */
export function jackpotLine(game: string): string {
  return `${game} jackpot`
}
