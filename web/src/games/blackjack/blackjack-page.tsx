import type { User } from '#core/api/account.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { type Choice, getPrice } from '#core/games/blackjack/blackjack-table.ts'
import { useGamePause } from '../../session/game-pause.ts'
import { GameTable, toPage } from '../shared/game-table.tsx'
import { useBet } from '../shared/use-bet.ts'
import { useGameKeys } from '../shared/use-game-keys.ts'
import { BlackjackPanel } from './blackjack-panel.tsx'
import { BlackjackStage } from './blackjack-stage.tsx'
import { BlackjackResult, BlackjackRules } from './blackjack-text.tsx'
import { useBlackjack } from './use-blackjack.ts'

/** /blackjack, for signed-in players. */
export const BlackjackPage = toPage(Blackjack)

function Blackjack({ player: { balance } }: { player: User }) {
  const bet = useBet(balance, useGamePause(blackjack.gameType))
  const game = useBlackjack()
  const { hand, isOpen, isPlaying, isLoading, skip } = game

  const take = (choice: Choice) => {
    if (hand && getPrice(hand, choice) <= balance) game.take(choice)
  }
  const dealByKey = () => {
    if (bet.amount !== undefined && !isLoading) game.deal(bet.amount)
  }
  useGameKeys({
    isPlaying,
    onSkip: skip,
    keys: {
      h: () => take('hit'),
      s: () => take('stand'),
      d: () => take('double'),
      p: () => take('split'),
      i: () => take('insurance'),
      n: game.declineInsurance,
      ...(!isOpen && { enter: dealByKey, ' ': dealByKey }),
    },
  })

  return (
    <GameTable
      title="Blackjack"
      round={game}
      result={<BlackjackResult {...game} />}
      rules={<BlackjackRules />}
      panel={<BlackjackPanel {...game} bet={bet} onMove={take} />}
    >
      <BlackjackStage {...game} />
    </GameTable>
  )
}
