import {
  correctScore,
  type OperatorSportsGame,
  voidGame,
} from '#core/api/operator/sports.ts'
import { call } from '../../../lib/call.ts'
import { coinsText, formatCoins, formatGameTime } from '../../../lib/format.ts'
import type { Action } from '../frame/action.ts'

/** A game as fans name it: 'Miami Heat at Boston Celtics'. */
export function gameName({
  homeTeam,
  awayTeam,
}: Pick<OperatorSportsGame, 'homeTeam' | 'awayTeam'>): string {
  return `${awayTeam} at ${homeTeam}`
}

export function voidAction(game: OperatorSportsGame): Action {
  const { openBets, openStakes, id } = game
  return {
    title: `Void ${gameName(game)}`,
    consequence: `Cancels the game: ${betsText(openBets)} not settled yet get ${coinsText(openStakes)} back, and settled ones are corrected.`,
    verb: 'Void the game',
    isDanger: true,
    send: ({ reason }) => call(voidGame, { params: { id }, body: { reason } }),
    done: 'The game is void',
  }
}

export function correctAction(game: OperatorSportsGame): Action {
  const { homeTeam, awayTeam, homeScore, awayScore, id } = game
  return {
    title: `Score of ${gameName(game)}`,
    consequence:
      'Makes this the final score. Open bets are settled by it; settled ones are corrected, by at most what their players have.',
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
    done: 'The score is set',
  }
}

function unfinishedText({ status, commenceTime }: OperatorSportsGame) {
  if (status === 'live') return 'This game is still being played.'
  if (status !== 'scheduled') return undefined
  return `This game has not been played. It begins on ${formatGameTime(commenceTime)}.`
}

function scoreInput(name: string, label: string, score: number | null) {
  const initial = score === null ? '' : String(score)
  return { name, label, initial, inputMode: 'numeric' } as const
}

function betsText(bets: number): string {
  return `${formatCoins(bets)} ${bets === 1 ? 'bet' : 'bets'}`
}
