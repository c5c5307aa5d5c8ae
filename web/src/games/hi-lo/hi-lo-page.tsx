import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { useGamePause } from '../../session/game-pause.ts'
import { ChoiceField, FieldPairs } from '../shared/autobet/autobet-fields.tsx'
import { AutobetLine, AutobetPanel } from '../shared/autobet/autobet-panel.tsx'
import { useAutobet } from '../shared/autobet/use-autobet.ts'
import { BetAction, BetPanel } from '../shared/bet-panel.tsx'
import { GameTable, toPage } from '../shared/game-table.tsx'
import { useBet } from '../shared/use-bet.ts'
import { useGameKeys } from '../shared/use-game-keys.ts'
import { useKeptFocus } from '../shared/use-kept-focus.ts'
import { GuessPanel } from './guess-panel.tsx'
import { HiLoStage } from './hi-lo-stage.tsx'
import { gainRange, HiLoResult, HiLoRules } from './hi-lo-text.tsx'
import { type Strategy, useHiLo } from './use-hi-lo.ts'

const FIRST_STRATEGY: Strategy = { side: 'likelier', cashOutAfter: 1 }

/** /hilo, for signed-in players. */
export const HiLoPage = toPage(HiLo)

function HiLo({ player }: { player: User }) {
  const bet = useBet(player.balance, useGamePause(hiLo.gameType))
  const table = useHiLo()
  const { round, guess, skipCard, cashOut, isPlaying, isLoading } = table
  const [strategy, setStrategy] = useState(FIRST_STRATEGY)
  const auto = useAutobet({
    player,
    bet,
    playRound: (amount, how) => table.playRound(amount, how, strategy),
  })
  // An autobet plays its open rounds by itself.
  const isOpen = round?.gameActive === true && !auto.isRunning
  const isBusy = isPlaying || isLoading
  const group = useKeptFocus<HTMLDivElement>(isOpen)
  const start = () => {
    if (!isLoading && bet.amount) table.start(bet.amount)
  }
  const moves = {
    arrowup: () => guess('higher'),
    h: () => guess('higher'),
    arrowdown: () => guess('lower'),
    l: () => guess('lower'),
    s: skipCard,
    c: cashOut,
  }
  const starts = auto.isManual ? { enter: start, ' ': start } : {}
  useGameKeys({ isPlaying, onSkip: table.skip, keys: isOpen ? moves : starts })

  return (
    <GameTable
      title="Hi-Lo"
      round={table}
      isQuiet={auto.isRunning}
      result={<HiLoResult {...table} />}
      rules={<HiLoRules />}
      panel={
        <div {...group} className="hi-lo-panel grid min-h-62 outline-none">
          {isOpen ? (
            <div className="grid gap-3">
              <GuessPanel {...table} round={round} />
              {auto.autobet && <AutobetLine auto={auto} />}
            </div>
          ) : (
            <AutobetPanel
              auto={auto}
              bet={bet}
              isBusy={isBusy}
              choices={
                <StrategyFields strategy={strategy} onChange={setStrategy} />
              }
            >
              <BetPanel
                bet={bet}
                hint={() => `Each correct guess pays ${gainRange}`}
              >
                <BetAction bet={bet} pending={isBusy} onBet={table.start}>
                  Start Game
                </BetAction>
              </BetPanel>
            </AutobetPanel>
          )}
        </div>
      }
    >
      <HiLoStage {...table} isRushing={auto.isRushing} />
    </GameTable>
  )
}

const SIDES = [
  ['likelier', 'Safer guess'],
  ['bolder', 'Bolder guess'],
] as const satisfies readonly (readonly [Strategy['side'], string])[]

const CASH_OUTS = Array.from({ length: 10 }, (_, at) => {
  const guesses = at === 0 ? 'correct guess' : 'correct guesses'
  return [String(at + 1), `${at + 1} ${guesses}`] as const
})

type StrategyFieldsProps = {
  strategy: Strategy
  onChange: (strategy: Strategy) => void
}

/** Fields of an autobet's strategy. */
function StrategyFields({ strategy, onChange }: StrategyFieldsProps) {
  return (
    <FieldPairs>
      <ChoiceField
        label="Guess"
        value={strategy.side}
        choices={SIDES}
        onChange={(side) => onChange({ ...strategy, side })}
      />
      <ChoiceField
        label="Cash out after"
        value={String(strategy.cashOutAfter)}
        choices={CASH_OUTS}
        onChange={(after) =>
          onChange({ ...strategy, cashOutAfter: Number(after) })
        }
      />
    </FieldPairs>
  )
}
