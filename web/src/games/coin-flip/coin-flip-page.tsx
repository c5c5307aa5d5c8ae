import { type ComponentProps, useRef, useState } from 'react'
import type { User } from '#core/api/account.ts'
import {
  coinFlip,
  PAYOUT_HUNDREDTHS,
  type Side,
} from '#core/games/coin-flip/coin-flip.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import type { Coins } from '#core/money/coins.ts'
import { statusAndMessage } from '../../lib/error-message.ts'
import { payoutText } from '../../lib/format.ts'
import { useGamePause } from '../../session/game-pause.ts'
import { ChoiceField } from '../shared/autobet/autobet-fields.tsx'
import { AutobetPanel } from '../shared/autobet/autobet-panel.tsx'
import { useAutobet } from '../shared/autobet/use-autobet.ts'
import { BetAction, BetPanel } from '../shared/bet-panel.tsx'
import { tossCoin } from '../shared/coin.tsx'
import { GameTable, toPage } from '../shared/game-table.tsx'
import { useBet } from '../shared/use-bet.ts'
import { useGameKeys, useShortcut } from '../shared/use-game-keys.ts'
import { useRound } from '../shared/use-round.ts'
import { CoinFlipResult, CoinFlipRules } from './coin-flip-text.tsx'
import { CoinStage } from './coin-stage.tsx'

const FLIPS_KEPT = 8

/** /coinflip, for signed-in players. */
export const CoinFlipPage = toPage(CoinFlip)

function CoinFlip({ player }: { player: User }) {
  const bet = useBet(player.balance, useGamePause(coinFlip.gameType))
  const [flips, setFlips] = useState<readonly CoinFlipAnswer[]>([])
  const round = useRound({
    game: coinFlip,
    schema: coinFlipAnswer,
    tension: tossCoin,
    onShown: (answer) =>
      setFlips((earlier) => [...earlier.slice(1 - FLIPS_KEPT), answer]),
    failure: (error) => statusAndMessage(error, 'Failed to flip coin'),
  })
  const { isPlaying, skip, play } = round
  const called = coinFlip.bet.safeParse(round.request?.body).data?.choice
  const panel = useRef<HTMLDivElement>(null)
  const [autoSide, setAutoSide] = useState<Side>('heads')
  const auto = useAutobet({
    player,
    bet,
    playRound: (betAmount, how) =>
      round.playAuto({ body: { betAmount, choice: autoSide } }, how),
  })

  const flip = (choice: Side, betAmount = bet.amount) => {
    if (betAmount !== undefined) play({ body: { betAmount, choice } })
  }
  useGameKeys({
    isPlaying,
    onSkip: skip,
    keys: auto.isManual
      ? {
          h: () => flip('heads'),
          t: () => flip('tails'),
          enter: () => called && flip(called),
          arrowleft: () => focusSide(panel.current, 'heads'),
          arrowright: () => focusSide(panel.current, 'tails'),
        }
      : {},
  })

  return (
    <GameTable
      title="Coin Flip"
      round={round}
      isQuiet={auto.isRunning}
      result={
        <CoinFlipResult
          flip={flips.at(-1)}
          isPaused={bet.pause !== undefined}
        />
      }
      rules={<CoinFlipRules />}
      panel={
        <AutobetPanel
          auto={auto}
          bet={bet}
          isBusy={isPlaying}
          choices={
            <ChoiceField
              label="Side"
              value={autoSide}
              choices={SIDES}
              onChange={setAutoSide}
            />
          }
        >
          <div ref={panel}>
            <BetPanel bet={bet} hint={winText}>
              {(bet.pause ? SIDES.slice(0, 1) : SIDES).map(([side, name]) => (
                <SideButton
                  key={side}
                  side={side}
                  bet={bet}
                  isCalled={isPlaying && called === side}
                  pending={isPlaying}
                  onBet={(amount) => flip(side, amount)}
                >
                  {name}
                </SideButton>
              ))}
            </BetPanel>
          </div>
        </AutobetPanel>
      }
    >
      <CoinStage
        isFlipping={round.isMoving}
        isRushing={auto.isRushing}
        flips={flips}
        onSkip={skip}
      />
    </GameTable>
  )
}

function winText(betAmount: Coins): string {
  const numerator = BigInt(betAmount) * BigInt(PAYOUT_HUNDREDTHS)
  const win = payoutText({ numerator, denominator: 100n })
  return `A correct call pays ${win} coins, including your bet`
}

const SIDES = [
  ['heads', 'Heads'],
  ['tails', 'Tails'],
] as const satisfies readonly (readonly [Side, string])[]

type SideButtonProps = ComponentProps<typeof BetAction> & {
  side: Side
  isCalled: boolean
}

function SideButton({ side, isCalled, ...action }: SideButtonProps) {
  return (
    <BetAction
      {...action}
      variant={side === 'heads' ? 'go' : 'action'}
      data-side={side}
      aria-keyshortcuts={useShortcut(side === 'heads' ? 'H' : 'T')}
      className={
        action.bet.exceedsBalance
          ? 'min-w-0 flex-1 px-1 text-base'
          : // The called side keeps its colour while the coin is in the air.
            `min-w-0 flex-1 px-2 ${isCalled ? '[--toy:var(--color-sun)] text-on-toy' : ''}`
      }
    />
  )
}

function focusSide(panel: HTMLElement | null, side: Side): void {
  panel?.querySelector<HTMLElement>(`[data-side="${side}"]`)?.focus()
}
