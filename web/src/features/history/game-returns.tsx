import type { GameSummary } from '#core/schemas/play-summary.ts'
import { formatCoins, formatGain } from '../../lib/format.ts'

/** Bets, stakes and what came back, game by game and in all. */
export function GameReturns({ games }: { games: readonly GameSummary[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="history-returns">
        <caption className="sr-only">Returns by game</caption>
        <thead className="text-small text-soft">
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Bets</th>
            <th scope="col">Staked</th>
            <th scope="col">Paid out</th>
            <th scope="col">Profit</th>
            <th scope="col">Return</th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <Figures key={game.gameType} {...game} />
          ))}
        </tbody>
        {games.length > 1 && (
          <tfoot>
            <Figures {...totalOf(games)} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Figures({ gameType, bets, stake, payout }: GameSummary) {
  return (
    <tr>
      <th scope="row">{gameType}</th>
      <td>{formatCoins(bets)}</td>
      <td>{formatCoins(stake)}</td>
      <td>{formatCoins(payout)}</td>
      <td>{formatGain(payout - stake)}</td>
      <td>{stake > 0 ? `${((payout / stake) * 100).toFixed(1)}%` : '–'}</td>
    </tr>
  )
}

function totalOf(games: readonly GameSummary[]): GameSummary {
  const sumOf = (figure: (game: GameSummary) => number) =>
    games.reduce((sum, game) => sum + figure(game), 0)
  return {
    gameType: 'All games',
    bets: sumOf(({ bets }) => bets),
    stake: sumOf(({ stake }) => stake),
    payout: sumOf(({ payout }) => payout),
  }
}
