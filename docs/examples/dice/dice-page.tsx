import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { TapToSkip } from '../../../web/src/components/tap-to-skip.tsx'
import { AutobetPanel } from '../../../web/src/games/shared/autobet/autobet-panel.tsx'
import { useAutobet } from '../../../web/src/games/shared/autobet/use-autobet.ts'
import {
  BetAction,
  BetPanel,
} from '../../../web/src/games/shared/bet-panel.tsx'
import {
  GameTable,
  KeyRules,
  RuleFacts,
  toPage,
} from '../../../web/src/games/shared/game-table.tsx'
import { ResultLine } from '../../../web/src/games/shared/round-result.tsx'
import { useBet } from '../../../web/src/games/shared/use-bet.ts'
import { useGameKeys } from '../../../web/src/games/shared/use-game-keys.ts'
import { useRound } from '../../../web/src/games/shared/use-round.ts'
import { statusAndMessage } from '../../../web/src/lib/error-message.ts'
import { coinsText, paidText } from '../../../web/src/lib/format.ts'
import { playTimeline } from '../../../web/src/lib/timeline.ts'
import { useGamePause } from '../../../web/src/session/game-pause.ts'
import { dice } from './dice.ts'
import { type DiceAnswer, diceAnswer } from './dice-answer.ts'

const ROLL_MS = 800

/** /dice, for signed-in players. */
export const DicePage = toPage(Dice)

function Dice({ player }: { player: User }) {
  const bet = useBet(player.balance, useGamePause(dice.gameType))
  const [below, setBelow] = useState(50)
  const [rolled, setRolled] = useState<DiceAnswer>()
  const round = useRound({
    game: dice,
    schema: diceAnswer,
    tension: () => playTimeline(ROLL_MS),
    onShown: (answer) => setRolled(answer),
    failure: (error) => statusAndMessage(error, 'Failed to roll'),
  })
  const auto = useAutobet({
    player,
    bet,
    playRound: (betAmount, how) =>
      round.playAuto({ body: { betAmount, below } }, how),
  })
  const { isPlaying, skip } = round
  const roll = (betAmount = bet.amount) => {
    if (betAmount !== undefined) round.play({ body: { betAmount, below } })
  }
  useGameKeys({
    isPlaying,
    onSkip: skip,
    keys: auto.isManual ? { enter: () => roll() } : {},
  })
  return (
    <GameTable
      title="Dice"
      round={round}
      isQuiet={auto.isRunning}
      result={<Result rolled={rolled} />}
      rules={<DiceRules />}
      panel={
        <AutobetPanel auto={auto} bet={bet} isBusy={isPlaying}>
          <BetPanel bet={bet}>
            <BetAction bet={bet} pending={isPlaying} onBet={roll}>
              Roll
            </BetAction>
          </BetPanel>
        </AutobetPanel>
      }
    >
      <div className="relative grid gap-4 text-center">
        <output className="font-display text-hero font-bold">
          {round.isMoving ? '…' : (rolled?.roll ?? '?')}
        </output>
        <label>
          Below {below}{' '}
          <input
            type="range"
            min="1"
            max="98"
            value={below}
            disabled={isPlaying || auto.isRunning}
            onChange={({ target }) => setBelow(Number(target.value))}
          />
        </label>
        <TapToSkip onSkip={skip} />
      </div>
    </GameTable>
  )
}

function Result({ rolled }: { rolled: DiceAnswer | undefined }) {
  if (!rolled) return <ResultLine tone="invitation">Roll!</ResultLine>
  const { transactionId, roll, payout, betAmount } = rolled
  return (
    <ResultLine
      key={transactionId}
      tone={payout > betAmount ? 'win' : undefined}
    >
      {roll}!{' '}
      {payout > 0
        ? paidText(betAmount, payout)
        : `You lost ${coinsText(betAmount)}`}
    </ResultLine>
  )
}

function DiceRules() {
  return (
    <div className="grid gap-2">
      <p>Pick a number. A roll of 0 to 99 below it wins.</p>
      <RuleFacts facts={[['Return', '99 %']]} />
      <KeyRules>
        <kbd>Enter</kbd> rolls.
      </KeyRules>
    </div>
  )
}
