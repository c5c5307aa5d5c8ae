import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { FeedBet } from '#core/api/feed.ts'
import { CoinAmount, RollingNumber } from '../../components/coin-amount.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatGain } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useOutage } from '../../lib/server-presence.ts'
import { useHold } from '../../lib/use-hold.ts'
import { useNow } from '../../lib/use-now.ts'
import { useAuth } from '../../session/auth.tsx'
import { casinoStatsQuery } from '../../session/game-pause.ts'
import { playerName } from '../../session/player-name.ts'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { useRaceNews } from '../../session/socket-provider.tsx'

const ITEM_MS = 3_000

/** Totals of the casino; hidden while the server is down, since they would be stale. */
export function StatsBanner() {
  const outage = useOutage()
  return (
    <>
      <p role="status" className={outage === 'none' ? 'sr-only' : AWAY}>
        {OUTAGES[outage]}
      </p>
      {outage === 'none' && <Totals />}
    </>
  )
}

/** Replaces the totals without moving the page. */
const AWAY =
  'grid min-h-(--banner-height) place-items-center border-outline border-b-3 bg-bubblegum px-4 text-center font-bold text-on-toy leading-[1.2] max-sm:border-b-2 max-sm:text-small'

const OUTAGES = {
  none: '',
  server: 'We can’t reach the casino right now. Reconnecting…',
  network: 'You are offline. We’ll reconnect as soon as you’re back.',
}

/** Shows one total at a time. */
function Totals() {
  const items = useItems()
  const { index, isPaused, setPaused, hold } = useCycle(items.length)
  const item = items[index % items.length]
  return (
    <section
      aria-label="Casino totals"
      className="stats-banner flex h-(--banner-height) items-center justify-center gap-2 overflow-clip border-outline border-b-3 bg-well px-11 max-sm:border-b-2 max-sm:text-small sideways:absolute sideways:inset-[0_16rem_auto] sideways:h-(--top-bar-height) sideways:border-0 sideways:bg-transparent"
      {...hold}
    >
      {item && (
        <p
          key={item.label}
          // Label and value are aligned to the middle, so that neither moves the other.
          className={classNames(
            'grid min-w-0 flex-[0_1_28rem] grid-cols-[1fr_minmax(calc(50%-0.375rem),auto)] items-center gap-3 font-semibold',
            index > 0 &&
              'animate-[stat-in_var(--duration-spring)_var(--ease-out)]',
          )}
        >
          <span className="whitespace-nowrap text-end text-soft">
            {item.label}
          </span>
          {item.value}
        </p>
      )}
      <button
        type="button"
        className="-mr-9 rounded-pill p-3 text-soft hover:text-text"
        aria-label={isPaused ? 'Resume the totals' : 'Pause the totals'}
        onClick={() => setPaused(!isPaused)}
      >
        <PauseIcon isPaused={isPaused} />
      </button>
    </section>
  )
}

function useItems(): readonly { label: string; value: ReactNode }[] {
  const { data, isError } = useQuery(casinoStatsQuery())
  const nextRace = useNextRace()
  const waiting = isError ? <Unknown /> : <Skeleton className="h-6 w-20" />
  return [
    {
      label: 'Total Users',
      value: data ? <Count value={data.totalUsers} /> : waiting,
    },
    {
      label: 'Total Bets',
      value: data ? <Count value={data.totalBetsPlaced} /> : waiting,
    },
    {
      label: 'Amount Wagered',
      value: data ? <CoinAmount amount={data.totalAmountWagered} /> : waiting,
    },
    {
      label: 'Current Jackpot',
      value: data ? (
        <CoinAmount amount={data.jackpot} className="text-sun-text" />
      ) : (
        waiting
      ),
    },
    { label: 'Your Balance', value: <Balance /> },
    ...(data?.bigWin
      ? [{ label: 'Big Win', value: <BigWin {...data.bigWin} /> }]
      : []),
    ...(nextRace
      ? [{ label: 'Next Race', value: <NextRace atMs={nextRace} /> }]
      : []),
  ]
}

function BigWin({ id, player, gameType, stake, payout }: FeedBet) {
  return (
    <NewTabLink
      href={pagePath(`/verify/${id}`)}
      className="text-link min-w-0 truncate"
    >
      {formatGain(payout - stake)} by{' '}
      {player === null ? 'a player' : playerName(player)}, {gameType}
    </NewTabLink>
  )
}

/** Close of betting on the next race in epoch milliseconds; 0 while none is open. */
function useNextRace(): number {
  const [closesAtMs, setClosesAt] = useState(0)
  useRaceNews(({ message }) =>
    setClosesAt(
      'phase' in message && message.phase === 'betting'
        ? message.nextRaceTime
        : 0,
    ),
  )
  return closesAtMs
}

function NextRace({ atMs }: { atMs: number }) {
  const leftS = Math.max(0, Math.ceil((atMs - useNow()) / 1_000))
  return (
    <Link to={pagePath('/pokey')} className="text-link tabular-nums">
      {leftS > 0 ? `in ${leftS} seconds` : 'about to start'}
    </Link>
  )
}

function Balance() {
  const { user, isLoading, error } = useAuth()
  if (user) return <CoinAmount amount={user.balance} />
  if (isLoading) return <Skeleton className="h-6 w-20" />
  if (error) return <Unknown />
  return <SignInLink className="text-link">Login to play</SignInLink>
}

/** Unknown until the next poll. */
function Unknown() {
  return (
    <span>
      <span aria-hidden="true">–</span>
      <span className="sr-only">unavailable right now</span>
    </span>
  )
}

function Count({ value }: { value: number }) {
  return (
    <span className="font-display font-semibold">
      <RollingNumber value={value} />
    </span>
  )
}

/** Advances by itself; pauses under the pointer, in focus, and on request. */
function useCycle(length: number) {
  const [index, setIndex] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const { isHeld, hold } = useHold()
  useEffect(() => {
    if (isPaused || isHeld) return
    const timer = setInterval(
      () => setIndex((shown) => (shown + 1) % length),
      ITEM_MS,
    )
    return () => clearInterval(timer)
  }, [isPaused, isHeld, length])
  return { index, isPaused, setPaused, hold }
}

function PauseIcon({ isPaused }: { isPaused: boolean }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
      <path
        d={isPaused ? 'M4 2.5l9 5.5-9 5.5z' : 'M5 3v10M11 3v10'}
        fill={isPaused ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
