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
        <div className="casino-heading">
          <h1 className="text-title max-sm:text-lead">Casino Games</h1>
          <p className="casino-invitation text-soft">
            Choose your game and start playing!
          </p>
        </div>
        <GameLinks tabs={tabs} />
      </header>
      <div className="casino-floor">
        <div className="min-w-0">
          <Outlet />
        </div>
        <Bets />
      </div>
    </div>
  )
}

/** Beside the game where there is room, else below it. */
function Bets() {
  const { user } = useAuth()
  return (
    user && (
      <div className="casino-bets">
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
  // A phone has no room for all: the game that is open is always seen.
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
      className="game-link"
    >
      <span>{label}</span>
      {isOpen && <span className="open-mark" />}
    </NavLink>
  )
}
