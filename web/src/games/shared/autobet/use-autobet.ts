import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { User } from '#core/api/account.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { isOutcomeOpen } from '../../../lib/call.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { isServerAway, waitForServer } from '../../../lib/server-presence.ts'
import { userQuery } from '../../../session/user-query.ts'
import type { Bet } from '../use-bet.ts'
import type { AutoRound, RoundEnd } from '../use-round.ts'
import {
  type Autobet,
  afterBet,
  newAutobet,
  type StopReason,
  stopAutobet,
} from './autobet.ts'
import { type AutobetForm, FIRST_FORM, parsePlan } from './autobet-form.ts'

/** Plays one round to its end; resolves to undefined if it was stopped before. */
type PlayRound = (
  stake: Coins,
  auto: AutoRound,
) => Promise<RoundEnd | undefined>

type AutobetGame = {
  player: User
  bet: Bet
  playRound: PlayRound
}

export type AutobetControl = ReturnType<typeof useAutobet>

const PROFITS_DRAWN = 100

/** The autobet of one game's page. It ends with the page. */
export function useAutobet({ player, bet, playRound }: AutobetGame) {
  const queryClient = useQueryClient()
  const [tab, setTab] = useState('manual')
  const [form, setForm] = useState(FIRST_FORM)
  const [isFast, setFast] = useState(true)
  const [autobet, setAutobet] = useState<Autobet>()
  const [profits, setProfits] = useState<readonly number[]>([])
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])
  const isRunning = autobet !== undefined && !autobet.stopped

  const start = () => {
    const plan = parsePlan(form, bet.amount)
    if (!plan || isRunning) return
    const wanted = new AbortController()
    run.current = wanted
    const { queryKey } = userQuery()
    const first = newAutobet(plan, coins(player.balance))
    setAutobet(first)
    setProfits([0])
    void runAutobet(first, {
      playRound,
      isFast,
      isWanted: () =>
        !wanted.signal.aborted &&
        queryClient.getQueryData(queryKey)?.id === player.id,
      onChange: (next) => {
        if (run.current !== wanted) return
        // The player may have stopped it meanwhile.
        setAutobet((shown) => ({
          ...next,
          stopped: next.stopped ?? shown?.stopped,
        }))
        setProfits((earlier) => [
          ...earlier.slice(1 - PROFITS_DRAWN),
          next.profit,
        ])
      },
    })
  }
  const stop = () => {
    run.current?.abort()
    setAutobet((shown) => shown && stopAutobet(shown, { is: 'player' }))
  }
  useEscape(isRunning, stop)

  return {
    tab,
    setTab,
    form,
    setForm: (change: Partial<AutobetForm>) => setForm({ ...form, ...change }),
    isFast,
    setFast,
    autobet,
    /** Profit after each of the latest bets, in coins. */
    profits,
    isRunning,
    /** True if rounds come too fast for animations. */
    isRushing: isRunning && isFast,
    /** The game is played by hand. */
    isManual: tab === 'manual' && !isRunning,
    start,
    stop,
  }
}

/** Listens to Escape wherever the focus is, even if shortcuts are off. */
function useEscape(isEnabled: boolean, act: () => void): void {
  const onKeyDown = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const dialog =
      target instanceof Element && target.closest('[role="dialog"]')
    if (key === 'Escape' && !dialog) act()
  })
  useEffect(() => {
    if (!isEnabled) return
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isEnabled])
}

export type AutobetRun = {
  playRound: PlayRound
  isFast: boolean
  /** False once the player stopped it, left or signed out. */
  isWanted(): boolean
  /** Called after each bet, and when the autobet stops. */
  onChange(autobet: Autobet): void
}

/** Interval at which an autobet that waits for the server checks if it was stopped. */
const CHECK_EVERY_MS = 5_000

/** Bets repeatedly until a rule, a refusal or the player ends it. */
export async function runAutobet(
  autobet: Autobet,
  run: AutobetRun,
): Promise<void> {
  let now = autobet
  while (!now.stopped && run.isWanted()) {
    if (isServerAway()) {
      await waitForServer(CHECK_EVERY_MS)
      continue
    }
    const next = await oneBet(now, run)
    if (!next) return
    now = next
    run.onChange(now)
  }
}

async function oneBet(
  autobet: Autobet,
  { playRound, isFast, isWanted }: AutobetRun,
): Promise<Autobet | undefined> {
  try {
    const end = await playRound(autobet.stake, { isFast, isWanted })
    if (!end) return undefined
    const { payout, balance, isMismatch } = end
    const next =
      payout === undefined ? autobet : afterBet(autobet, { payout, balance })
    return isMismatch ? { ...next, stopped: { is: 'mismatch' } } : next
  } catch (cause) {
    return stopAutobet(autobet, getFailure(cause))
  }
}

/** Stops an autobet whose last outcome is unknown. */
function getFailure(cause: unknown): StopReason {
  if (!(cause instanceof Error) || isOutcomeOpen(cause)) {
    return { is: 'unclear' }
  }
  return { is: 'refused', message: errorMessage(cause) }
}
