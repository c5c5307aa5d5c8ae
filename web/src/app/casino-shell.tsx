import { useLayoutEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { Region } from '../components/region.tsx'
import { useOpenRounds } from '../games/shared/open-rounds.ts'
import { useAuth } from '../session/auth.tsx'
import { LiveBets } from '../site/feed/live-bets.tsx'
import { MyRounds } from '../site/feed/my-rounds.tsx'
import type { CasinoTab } from './page.ts'
import './casino-shell.css'

/** The frame around the games. */
export function CasinoShell({ tabs }: { tabs: readonly CasinoTab[] }) {
  return (
    <div className="mx-auto w-full max-w-[112rem]">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 max-sm:mb-2 max-sm:gap-y-1">
        <div className="casino-heading flex min-w-0 items-baseline gap-2 text-nowrap leading-tight">
          <h1 className="text-nowrap text-title max-sm:text-lead">
            Casino Games
          </h1>
          <p className="casino-invitation truncate text-soft phone:text-[0.75rem]">
            Choose your game and start playing!
          </p>
        </div>
        <GameLinks tabs={tabs} />
      </header>
      <div className="casino-floor grid grid-cols-1 items-start gap-5 min-[88rem]:has-[>.casino-bets]:grid-cols-[minmax(0,1fr)_clamp(19rem,21vw,24rem)]">
        <div className="min-w-0">
          <Outlet />
        </div>
        <Bets />
      </div>
    </div>
  )
}

/** Right of the game where there is room, else below it. */
function Bets() {
  const { user } = useAuth()
  return (
    user && (
      <div className="casino-bets grid grid-cols-1 items-start gap-5 min-[60rem]:max-[88rem]:grid-cols-2 min-[88rem]:h-[clamp(30.5rem,58dvh+4.5rem,52.5rem)] min-[88rem]:grid-rows-[2fr_3fr]">
        <Region name="The list of your rounds">
          <MyRounds key={user.id} player={user.id} />
        </Region>
        <Region name="The list of live bets">
          <LiveBets />
        </Region>
      </div>
    )
  )
}

function GameLinks({ tabs }: { tabs: readonly CasinoTab[] }) {
  const { data: openRounds } = useOpenRounds()
  const { pathname } = useLocation()
  const links = useRef<HTMLElement>(null)
  // Scrolls the current game's tab into view, since phones can't show all tabs.
  useLayoutEffect(() => {
    const row = links.current
    const open = row?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (!row || !open) return
    const middle = open.offsetLeft + open.offsetWidth / 2 - row.offsetLeft
    row.scrollLeft = middle - row.clientWidth / 2
  }, [pathname])
  return (
    <nav
      ref={links}
      aria-label="Games"
      className="flex gap-2 overflow-x-auto pb-1.5"
    >
      {tabs.map((tab) => (
        <GameLink
          key={tab.to}
          tab={tab}
          isOpen={openRounds?.some(({ gameType }) => gameType === tab.gameType)}
        />
      ))}
    </nav>
  )
}

/** @param props.isOpen whether a round of the game waits for its player. */
function GameLink({
  tab: { to, label },
  isOpen = false,
}: {
  tab: CasinoTab
  isOpen: boolean | undefined
}) {
  return (
    <NavLink
      to={to}
      aria-label={isOpen ? `${label}, round open` : undefined}
      className="inline-flex min-h-11 items-center whitespace-nowrap rounded-pill border-3 border-outline bg-panel px-4.5 font-display font-semibold shadow-[0_3px_0_var(--color-outline)] aria-[current=page]:bg-sun aria-[current=page]:text-on-toy aria-[current=page]:shadow-[inset_0_2px_0_var(--color-shine),inset_0_-3px_0_var(--color-sun-edge),0_3px_0_var(--color-outline)] phone:min-h-10 phone:px-3.5"
    >
      <span>{label}</span>
      {/* Delayed beyond the length of an autobet's round, to avoid flicker. */}
      {isOpen && (
        <span className="-mr-1.5 ml-1.5 size-3 animate-[fade-in_200ms_ease-out_500ms_both] rounded-full border-2 border-outline bg-bubblegum" />
      )}
    </NavLink>
  )
}
