import {
  correctScore,
  type OperatorSportsGame,
  voidGame,
} from '#core/api/operator/sports.ts'
import { call } from '../../lib/call.ts'
import { coinsText, formatCoins, formatGameTime } from '../../lib/format.ts'
import type { Action } from '../frame/action.ts'

/** A game as fans name it: 'Miami Heat at Boston Celtics'. */
export function gameName({
  homeTeam,
  awayTeam,
}: Pick<OperatorSportsGame, 'homeTeam' | 'awayTeam'>): string {
  return `${awayTeam} at ${homeTeam}`
}

const CORRECTED = 'Settled bets are corrected; a player never goes below 0.'

export function voidAction(game: OperatorSportsGame): Action {
  const { openBets, openStakes, id } = game
  return {
    title: `Void ${gameName(game)}`,
    consequence: `Cancels the game and returns the stakes of ${betsText(openBets, openStakes)}. ${CORRECTED}`,
    verb: 'Void the game',
    isDanger: true,
    send: ({ reason }) => call(voidGame, { params: { id }, body: { reason } }),
    done: `The game is void: ${betsText(openBets, openStakes)} to refund`,
  }
}

export function correctAction(game: OperatorSportsGame): Action {
  const { homeTeam, awayTeam, homeScore, awayScore, id } = game
  const open = betsText(game.openBets, game.openStakes)
  return {
    title: `Score of ${gameName(game)}`,
    consequence: `Makes this the final score and settles ${open}. ${CORRECTED}`,
    warning: unfinishedText(game),
    verb: 'Set the score',
    isDanger: true,
    inputs: [
      scoreInput('away', awayTeam, awayScore),
      scoreInput('home', homeTeam, homeScore),
    ],
    send: ({ of, reason }) =>
      call(correctScore, {
        params: { id },
        body: {
          home: Number(of('home')),
          away: Number(of('away')),
          reason,
        },
      }),
    done: `The score is set: ${open} to settle`,
  }
}

function unfinishedText({ status, commenceTime }: OperatorSportsGame) {
  if (status === 'live') return 'This game is still being played.'
  if (status !== 'scheduled') return undefined
  return `This game has not been played. It begins on ${formatGameTime(commenceTime)}.`
}

function scoreInput(name: string, label: string, score: number | null) {
  const initial = score === null ? '' : String(score)
  const missing = `Enter the score of the ${label}.`
  return { name, label, initial, missing, inputMode: 'numeric' } as const
}

/** Bets and their stakes: '2 bets, 40 coins'. */
export function betsText(bets: number, stakes: number): string {
  return bets === 0
    ? 'no open bets'
    : `${formatCoins(bets)} ${bets === 1 ? 'bet' : 'bets'}, ${coinsText(stakes)}`
}
