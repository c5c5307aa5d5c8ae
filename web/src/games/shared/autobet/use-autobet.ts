import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { User } from '#core/api/account.ts'
import { coins } from '#core/money/coins.ts'
import { userQuery } from '../../../session/user-query.ts'
import type { Bet } from '../use-bet.ts'
import { type Autobet, newAutobet, stopFor } from './autobet.ts'
import { type AutobetForm, FIRST_FORM, planOf } from './autobet-form.ts'
import { type PlayRound, runAutobet } from './run-autobet.ts'

interface AutobetGame {
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
    const plan = planOf(form, bet.amount)
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
        // One that the player stopped meanwhile stays so.
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
    setAutobet((shown) => shown && stopFor(shown, { is: 'player' }))
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
    /** After each of the latest bets, in coins. */
    profits,
    isRunning,
    /** Rounds follow each other faster than an eye should be made to follow. */
    isRushing: isRunning && isFast,
    /** Whether the game is played by hand now. */
    isManual: tab === 'manual' && !isRunning,
    start,
    stop,
  }
}

/** Whatever has the focus, and also where shortcuts are switched off. */
function useEscape(isHeard: boolean, act: () => void): void {
  const onKeyDown = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const dialog =
      target instanceof Element && target.closest('[role="dialog"]')
    if (key === 'Escape' && !dialog) act()
  })
  useEffect(() => {
    if (!isHeard) return
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isHeard])
}
