import type { User } from '#core/api/account.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { type Choice, priceOf } from '#core/games/blackjack/blackjack-table.ts'
import { GameStage } from '../../components/game-stage.tsx'
import { useRemembered } from '../../lib/remembered.ts'
import { RoundShield, ShieldHint } from '../../proof/fairness/round-shield.tsx'
import { useAuth } from '../../session/auth.tsx'
import { useGamePause } from '../shared/game-pause.ts'
import { shortcuts } from '../shared/shortcuts.ts'
import { useBet } from '../shared/use-bet.ts'
import { useGameKeys } from '../shared/use-game-keys.ts'
import { BlackjackPanel } from './blackjack-panel.tsx'
import { BlackjackResult } from './blackjack-result.tsx'
import { BlackjackRules } from './blackjack-rules.tsx'
import { BlackjackStage } from './blackjack-stage.tsx'
import { useBlackjack } from './use-blackjack.ts'

/** /blackjack, for the signed-in. */
export function BlackjackPage() {
  const { user } = useAuth()
  // Another player's table is another table.
  return user && <Blackjack key={user.id} player={user} />
}

function Blackjack({ player: { balance } }: { player: User }) {
  const bet = useBet(balance, useGamePause(blackjack.gameType))
  const game = useBlackjack()
  const { hand, isOpen, isPlaying, isLooking, skip } = game
  const hasShortcuts = useRemembered(shortcuts) === 'on'

  const canPay = (choice: Choice) =>
    hand !== undefined && priceOf(hand, choice) <= balance
  const take = (choice: Choice) => {
    if (canPay(choice)) game.act(choice)
  }
  const dealByKey = () => {
    if (bet.amount !== undefined && !isLooking) game.deal(bet.amount)
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
    <GameStage
      title="Blackjack"
      panel={
        <BlackjackPanel
          {...game}
          bet={bet}
          hasShortcuts={hasShortcuts}
          onMove={take}
        />
      }
      result={<BlackjackResult {...game} />}
      shield={<RoundShield checked={game.checked} />}
      hint={<ShieldHint checked={game.checked} />}
      rules={<BlackjackRules />}
    >
      <BlackjackStage {...game} onSkip={skip} />
    </GameStage>
  )
}
