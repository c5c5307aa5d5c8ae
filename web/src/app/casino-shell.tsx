import { NavLink, Outlet } from 'react-router-dom'
import { gameLinks } from './nav-links.ts'

/** The frame around the games. */
export function CasinoShell() {
  return (
    <div className="mx-auto w-full max-w-[84rem]">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <div>
          <h1 className="text-display max-sm:text-title">Casino Games</h1>
          <p className="casino-invitation text-soft max-sm:text-small">
            Choose your game and start playing!
          </p>
        </div>
        <nav aria-label="Games" className="flex gap-2 overflow-x-auto pb-1.5">
          {gameLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} className="game-link">
              {label}
            </NavLink>
          ))}
        </nav>
      </header>
      <Outlet />
    </div>
  )
}
