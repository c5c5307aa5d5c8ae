import { useRef, useState } from 'react'
import type { User } from '#core/api/account.ts'
import {
  coinFlip,
  PAYOUT_HUNDREDTHS,
  type Side,
} from '#core/games/coin-flip/coin-flip.ts'
import type { Coins } from '#core/money/coins.ts'
import { GameStage } from '../../components/game-stage.tsx'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { useRemembered } from '../../lib/remembered.ts'
import { RoundShield, ShieldHint } from '../../proof/fairness/round-shield.tsx'
import { useAuth } from '../../session/auth.tsx'
import { AutobetPanel } from '../shared/autobet/autobet-panel.tsx'
import { SmallField, SmallSelect } from '../shared/autobet/small-field.tsx'
import { useAutobet } from '../shared/autobet/use-autobet.ts'
import { BetAction } from '../shared/bet-action.tsx'
import { BetPanel } from '../shared/bet-panel.tsx'
import { useGamePause } from '../shared/game-pause.ts'
import { shortcuts } from '../shared/shortcuts.ts'
import { type Bet, useBet } from '../shared/use-bet.ts'
import { useGameKeys } from '../shared/use-game-keys.ts'
import { CoinFlipRules } from './coin-flip-rules.tsx'
import { CoinStage } from './coin-stage.tsx'
import { FlipResult } from './flip-result.tsx'
import { useCoinFlip } from './use-coin-flip.ts'

/** /coinflip, for the signed-in. */
export function CoinFlipPage() {
  const { user } = useAuth()
  // Another player's coin is another coin.
  return user && <CoinFlip key={user.id} player={user} />
}

function CoinFlip({ player }: { player: User }) {
  const bet = useBet(player.balance, useGamePause(coinFlip.gameType))
  const coin = useCoinFlip()
  const { isPlaying, isMoving, skip, checked } = coin
  const called = coinFlip.bet.safeParse(coin.request?.body).data?.choice
  const panel = useRef<HTMLDivElement>(null)
  const [autoSide, setAutoSide] = useState<Side>('heads')
  const auto = useAutobet({
    player,
    bet,
    playRound: (amount, how) => coin.flipAuto(amount, autoSide, how),
  })

  const flipFor = (choice: Side, betAmount: Coins | undefined) => {
    if (betAmount !== undefined) coin.flip(betAmount, choice)
  }
  useGameKeys({
    isPlaying,
    onSkip: skip,
    keys: auto.isManual
      ? {
          h: () => flipFor('heads', bet.amount),
          t: () => flipFor('tails', bet.amount),
          enter: () => called && flipFor(called, bet.amount),
          arrowleft: () => focusSide(panel.current, 'heads'),
          arrowright: () => focusSide(panel.current, 'tails'),
        }
      : {},
  })

  return (
    <GameStage
      title="Coin Flip"
      panel={
        <AutobetPanel
          auto={auto}
          bet={bet}
          isBusy={isPlaying}
          choices={
            <SmallField label="Side">
              <SmallSelect
                label="Side"
                value={autoSide}
                choices={SIDE_NAMES}
                onChange={setAutoSide}
              />
            </SmallField>
          }
        >
          <div ref={panel}>
            <BetPanel bet={bet} hint={winText}>
              {(bet.pause ? sides.slice(0, 1) : sides).map((side) => (
                <SideButton
                  key={side}
                  side={side}
                  bet={bet}
                  isCalled={isPlaying && called === side}
                  pending={isPlaying}
                  onBet={(amount) => flipFor(side, amount)}
                />
              ))}
            </BetPanel>
          </div>
        </AutobetPanel>
      }
      isQuiet={auto.isRunning}
      result={<FlipResult {...coin} isPaused={bet.pause !== undefined} />}
      shield={<RoundShield checked={checked} />}
      hint={<ShieldHint checked={checked} />}
      rules={<CoinFlipRules />}
    >
      <CoinStage
        isFlipping={isMoving}
        isRushing={auto.isRushing}
        flips={coin.flips}
        onSkip={skip}
      />
    </GameStage>
  )
}

/** Where the payout is no whole number, a draw rounds it: both can come. */
function winText(betAmount: Coins): string {
  const most = coinFlip.exposure({ betAmount, choice: 'heads' }).payout
  const least = Math.floor((betAmount * PAYOUT_HUNDREDTHS) / 100)
  const range = least < most ? `${formatCoins(least)} or ` : ''
  return `A right call pays ${range}${coinsText(most)}, your bet included`
}

const sides = ['heads', 'tails'] as const satisfies readonly Side[]

const SIDE_NAMES = [
  ['heads', 'Heads'],
  ['tails', 'Tails'],
] as const satisfies readonly (readonly [Side, string])[]

interface SideButtonProps {
  side: Side
  bet: Bet
  isCalled: boolean
  pending: boolean
  onBet: (amount: Coins) => void
}

const letterOf = { heads: 'H', tails: 'T' } as const satisfies Record<
  Side,
  string
>

function SideButton({ side, isCalled, ...action }: SideButtonProps) {
  const hasShortcuts = useRemembered(shortcuts) === 'on'
  return (
    <BetAction
      {...action}
      variant={side === 'heads' ? 'go' : 'action'}
      data-side={side}
      data-called={isCalled || undefined}
      aria-keyshortcuts={hasShortcuts ? letterOf[side] : undefined}
      className={
        action.bet.exceedsBalance
          ? 'min-w-0 flex-1 px-1 text-base'
          : 'side-button min-w-0 flex-1 px-2'
      }
    >
      {side === 'heads' ? 'Heads' : 'Tails'}
    </BetAction>
  )
}

function focusSide(panel: HTMLElement | null, side: Side): void {
  panel?.querySelector<HTMLElement>(`[data-side="${side}"]`)?.focus()
}
