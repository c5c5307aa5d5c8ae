import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { type SlotAnswer, slotAnswer } from '#core/games/slots/slot-answer.ts'
import { REEL_COUNT } from '#core/games/slots/slot-reels.ts'
import { slots } from '#core/games/slots/slots.ts'
import type { Coins } from '#core/money/coins.ts'
import { Bendy } from '../../components/bendy.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { statusAndMessage } from '../../lib/error-message.ts'
import { playSound } from '../../lib/sound.ts'
import { playTimeline } from '../../lib/timeline.ts'
import { useGamePause } from '../../session/game-pause.ts'
import { AutobetPanel } from '../shared/autobet/autobet-panel.tsx'
import { useAutobet } from '../shared/autobet/use-autobet.ts'
import { BetAction, BetPanel } from '../shared/bet-panel.tsx'
import { GameTable, toPage } from '../shared/game-table.tsx'
import { useBet } from '../shared/use-bet.ts'
import { useGameKeys } from '../shared/use-game-keys.ts'
import { useRound } from '../shared/use-round.ts'
import { JackpotCard, jackpotQuery } from './jackpot-card.tsx'
import { WinningList } from './lines.tsx'
import { Reels, type ShownReels } from './reels.tsx'
import { SlotsResult, SlotsRules } from './slots-text.tsx'

/** /slots, for signed-in players. */
export const SlotsPage = toPage(Slots)

function Slots({ player }: { player: User }) {
  const bet = useBet(player.balance, useGamePause(slots.gameType))
  const { shown, ...round } = useSlots()
  const { isPlaying, isMoving, skip } = round
  const auto = useAutobet({
    player,
    bet,
    playRound: (betAmount, how) => round.playAuto({ body: { betAmount } }, how),
  })

  const spin = (betAmount: Coins) => round.play({ body: { betAmount } })
  const spinByKey = () => bet.amount !== undefined && spin(bet.amount)
  useGameKeys({
    isPlaying,
    onSkip: skip,
    keys: auto.isManual ? { enter: spinByKey, ' ': spinByKey } : {},
  })

  return (
    <GameTable
      title="Slots"
      round={round}
      isQuiet={auto.isRunning}
      result={<SlotsResult spin={shown?.answer} />}
      rules={<SlotsRules />}
      panel={
        <AutobetPanel auto={auto} bet={bet} isBusy={isPlaying}>
          <BetPanel bet={bet}>
            <BetAction bet={bet} pending={isPlaying} onBet={spin}>
              Spin
            </BetAction>
          </BetPanel>
        </AutobetPanel>
      }
    >
      <div className="slots-stage">
        <Bendy
          mood={getMood(isMoving || auto.isRushing, shown?.answer)}
          className="absolute -bottom-3 left-0 w-(--watcher) max-[60rem]:hidden"
        />
        <div className="slots-machine">
          <JackpotCard betAmount={bet.amount} />
          <Reels isSpinning={isMoving} shown={shown} />
          <WinningList
            lines={isMoving ? [] : (shown?.answer.winningLines ?? [])}
          />
        </div>
        <TapToSkip onSkip={skip} />
      </div>
    </GameTable>
  )
}

/** From the start of a spin until its first reel stops. */
const FIRST_STOP_MS = 800
/** From one reel's stop to the next one's. */
const STOP_EVERY_MS = 250
/** From the last reel's stop to the result. */
const RESULT_AFTER_MS = 600

/** Spins, stops reel by reel and verifies. */
function useSlots() {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<ShownReels<SlotAnswer>>()
  const round = useRound({
    game: slots,
    schema: slotAnswer,
    tension: () => {
      setShown(undefined)
      playSound('boing')
      return playTimeline(FIRST_STOP_MS)
    },
    landing: (answer) =>
      playTimeline(
        STOP_EVERY_MS * (REEL_COUNT - 1) + RESULT_AFTER_MS,
        Array.from({ length: REEL_COUNT }, (_, reel) => ({
          atMs: STOP_EVERY_MS * reel,
          act: () => {
            playSound('tick')
            setShown({ answer, stopped: reel + 1 })
          },
        })),
      ),
    onShown: (answer) => {
      setShown({ answer, stopped: REEL_COUNT })
      if (answer.jackpotWin > 0) {
        void queryClient.invalidateQueries(jackpotQuery())
      }
    },
    failure: (error) => statusAndMessage(error, 'Failed to spin'),
  })
  return { ...round, shown }
}

function getMood(isTense: boolean, answer: SlotAnswer | undefined) {
  if (isTense) return 'tense'
  if (!answer) return 'idle'
  return answer.payout > answer.betAmount ? 'win' : 'loss'
}
