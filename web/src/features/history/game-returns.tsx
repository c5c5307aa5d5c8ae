import type { GameSummary } from '#core/schemas/play-summary.ts'
import { formatCoins, formatGain } from '../../lib/format.ts'

/** Game by game and in all; what a phone has room for comes first. */
export function GameReturns({ games }: { games: readonly GameSummary[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="history-returns">
        <caption className="sr-only">Returns by game</caption>
        <thead className="text-small text-soft">
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Profit</th>
            <th scope="col">Return</th>
            <th scope="col">Bets</th>
            <th scope="col">Staked</th>
            <th scope="col">Paid out</th>
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
      <td>{formatGain(payout - stake)}</td>
      <td>{stake > 0 ? `${((payout / stake) * 100).toFixed(1)}%` : '–'}</td>
      <td>{formatCoins(bets)}</td>
      <td>{formatCoins(stake)}</td>
      <td>{formatCoins(payout)}</td>
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
