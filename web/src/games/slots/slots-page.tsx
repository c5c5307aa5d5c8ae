import type { User } from '#core/api/account.ts'
import type { SlotAnswer } from '#core/games/slots/slot-answer.ts'
import { slots } from '#core/games/slots/slots.ts'
import { Bendy } from '../../components/bendy.tsx'
import { GameStage } from '../../components/game-stage.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { RoundShield, ShieldHint } from '../../proof/fairness/round-shield.tsx'
import { useAuth } from '../../session/auth.tsx'
import { AutobetPanel } from '../shared/autobet/autobet-panel.tsx'
import { useAutobet } from '../shared/autobet/use-autobet.ts'
import { BetAction } from '../shared/bet-action.tsx'
import { BetPanel } from '../shared/bet-panel.tsx'
import { useGamePause } from '../shared/game-pause.ts'
import { useBet } from '../shared/use-bet.ts'
import { useGameKeys } from '../shared/use-game-keys.ts'
import { JackpotCard } from './jackpot-card.tsx'
import { Reels } from './reels.tsx'
import { SlotsResult } from './slots-result.tsx'
import { SlotsRules } from './slots-rules.tsx'
import { useSlots } from './use-slots.ts'
import { WinningList } from './winning-list.tsx'
import './slots-stage.css'

/** /slots, for the signed-in. */
export function SlotsPage() {
  const { user } = useAuth()
  // Another player's machine is another machine.
  return user && <Slots key={user.id} player={user} />
}

function Slots({ player }: { player: User }) {
  const bet = useBet(player.balance, useGamePause(slots.gameType))
  const machine = useSlots()
  const { isPlaying, isMoving, shown, spin, skip, checked } = machine
  const auto = useAutobet({ player, bet, playRound: machine.spinAuto })

  const spinByKey = () => bet.amount !== undefined && spin(bet.amount)
  useGameKeys({
    isPlaying,
    onSkip: skip,
    keys: auto.isManual ? { enter: spinByKey, ' ': spinByKey } : {},
  })

  const lines = isMoving ? [] : (shown?.answer.winningLines ?? [])
  return (
    <GameStage
      title="Slots"
      panel={
        <AutobetPanel auto={auto} bet={bet} isBusy={isPlaying}>
          <BetPanel bet={bet}>
            <BetAction bet={bet} pending={isPlaying} onBet={spin}>
              Spin
            </BetAction>
          </BetPanel>
        </AutobetPanel>
      }
      isQuiet={auto.isRunning}
      result={<SlotsResult {...machine} />}
      shield={<RoundShield checked={checked} />}
      hint={<ShieldHint checked={checked} />}
      rules={<SlotsRules />}
    >
      <div className="slots-stage">
        <Bendy
          mood={moodOf(isMoving || auto.isRushing, shown?.answer)}
          className="slots-watcher"
        />
        <div className="slots-machine">
          <JackpotCard betAmount={bet.amount} />
          <Reels isSpinning={isMoving} shown={shown} />
          <WinningList lines={lines} />
        </div>
        <TapToSkip onSkip={skip} />
      </div>
    </GameStage>
  )
}

function moodOf(isTense: boolean, answer: SlotAnswer | undefined) {
  if (isTense) return 'tense'
  if (!answer) return 'idle'
  return answer.payout > answer.betAmount ? 'win' : 'loss'
}
