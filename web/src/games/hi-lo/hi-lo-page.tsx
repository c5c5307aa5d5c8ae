import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { GameStage } from '../../components/game-stage.tsx'
import { RoundShield, ShieldHint } from '../../proof/fairness/round-shield.tsx'
import { useAuth } from '../../session/auth.tsx'
import { useAutobet } from '../shared/autobet/use-autobet.ts'
import { useGamePause } from '../shared/game-pause.ts'
import { useBet } from '../shared/use-bet.ts'
import { useGameKeys } from '../shared/use-game-keys.ts'
import { HiLoPanel } from './hi-lo-panel.tsx'
import { HiLoResult } from './hi-lo-result.tsx'
import { HiLoRules } from './hi-lo-rules.tsx'
import { HiLoStage } from './hi-lo-stage.tsx'
import type { Strategy } from './hi-lo-strategy.ts'
import { useHiLo } from './use-hi-lo.ts'

const FIRST_STRATEGY: Strategy = { side: 'likelier', cashOutAfter: 1 }

/** /hilo, for the signed-in. */
export function HiLoPage() {
  const { user } = useAuth()
  // Another player's round is another round.
  return user && <HiLo key={user.id} player={user} />
}

function HiLo({ player }: { player: User }) {
  const bet = useBet(player.balance, useGamePause(hiLo.gameType))
  const table = useHiLo()
  const { round, guess, skipCard, cashOut } = table
  const [strategy, setStrategy] = useState(FIRST_STRATEGY)
  const auto = useAutobet({
    player,
    bet,
    playRound: (amount, how) => table.playRound(amount, how, strategy),
  })
  const legal = round?.legalActions ?? []
  const start = () => {
    if (!table.isLooking && bet.amount) table.start(bet.amount)
  }
  const higher = () => guess('higher')
  const lower = () => guess('lower')
  const moves = {
    arrowup: higher,
    h: higher,
    arrowdown: lower,
    l: lower,
    ...(legal.includes('skip') && { s: skipCard }),
    ...(legal.includes('cashout') && { c: cashOut }),
  }
  const starts = auto.isManual ? { enter: start, ' ': start } : {}
  const keys = round?.gameActive ? moves : starts
  useGameKeys({
    isPlaying: table.isPlaying,
    onSkip: table.skip,
    keys: auto.isRunning ? {} : keys,
  })

  return (
    <GameStage
      title="Hi-Lo"
      panel={
        <HiLoPanel
          bet={bet}
          table={table}
          auto={auto}
          strategy={strategy}
          onStrategy={setStrategy}
        />
      }
      isQuiet={auto.isRunning}
      result={<HiLoResult {...table} />}
      shield={<RoundShield checked={table.checked} />}
      hint={<ShieldHint checked={table.checked} />}
      rules={<HiLoRules />}
    >
      <HiLoStage {...table} isRushing={auto.isRushing} onSkip={table.skip} />
    </GameStage>
  )
}
