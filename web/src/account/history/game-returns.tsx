import type { GameSummary } from '#core/api/history.ts'
import { formatCoins, formatGain } from '../../lib/format.ts'

/** Game by game and in all. */
export function GameReturns({ games }: { games: readonly GameSummary[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="history-returns">
        <caption className="sr-only">Returns by game</caption>
        <thead className="text-small text-soft">
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Staked</th>
            <th scope="col" className="max-sm:hidden">
              Paid out
            </th>
            <th scope="col">Profit</th>
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
      <th scope="row">
        {gameType}
        <span className="history-note">
          {formatCoins(bets)} {bets === 1 ? 'bet' : 'bets'}
        </span>
      </th>
      <td>{formatCoins(stake)}</td>
      <td className="max-sm:hidden">{formatCoins(payout)}</td>
      <td>
        <span>{formatGain(payout - stake)}</span>
        {stake > 0 && (
          <span className="history-note">
            {((payout / stake) * 100).toFixed(1)}% back
          </span>
        )}
      </td>
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
