import { useId, useRef, useSyncExternalStore } from 'react'
import { NavLink } from 'react-router-dom'
import { buttonClass } from '../components/button-class.ts'
import { CoinAmount } from '../components/coin-amount.tsx'
import { Switch } from '../components/switch.tsx'
import { shortcuts } from '../games/shared/use-game-keys.ts'
import { usePersistedSetting } from '../lib/persisted-setting.ts'
import { useIsServerAway } from '../lib/server-presence.ts'
import { playSound, soundSwitch } from '../lib/sound.ts'
import { shownTheme, subscribeTheme, theme } from '../lib/theme.ts'
import { useAuth } from '../session/auth.tsx'
import { playerName } from '../session/player-name.ts'
import { AccountMenuItems, MenuButton } from './account-menu-items.tsx'
import type { PageLink } from './page.ts'

/**
 * The account and the switches behind one button; the browser opens and closes
 * it.
 */
export function HeaderMenu({ links }: { links: readonly PageLink[] }) {
  const { user } = useAuth()
  const isAway = useIsServerAway()
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={buttonClass('plain', 'small')}
      >
        {user ? (
          <>
            <span className="max-w-40 truncate max-sm:sr-only">
              {playerName(user.username)}
            </span>
            <CoinAmount
              amount={user.balance}
              // Dimmed while the server is unreachable, since the balance may be old.
              className={isAway ? 'text-soft' : 'text-sun-text'}
            />
          </>
        ) : (
          'Menu'
        )}
        <Caret />
      </button>
      <div
        id={id}
        ref={menu}
        popover="auto"
        className="fixed inset-[calc(var(--top-bar-height)+0.25rem)_var(--spacing-gutter)_auto_auto] max-h-[calc(100dvh-var(--top-bar-height)-1rem)] w-[min(18rem,calc(100vw-1.5rem))] origin-[90%_0] rounded-card border-3 border-outline bg-panel p-2 text-text shadow-[0_var(--rise-card)_0_var(--color-outline)] open:animate-[pop-in_var(--duration-spring)_var(--ease-spring)]"
      >
        <nav
          aria-label="Site, small screens"
          className="grid grid-cols-2 lg:hidden"
        >
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end className="menu-item" onClick={close}>
              {label}
            </NavLink>
          ))}
        </nav>
        {/* Resets open dialogs and requests when another player signs in. */}
        {user && (
          <AccountMenuItems key={user.id} user={user} onChosen={close} />
        )}
        <Switches />
        {user && <LogOut onChosen={close} />}
      </div>
    </>
  )
}

function LogOut({ onChosen }: { onChosen: () => void }) {
  const { logout } = useAuth()
  return (
    <MenuButton
      className="mt-2 rounded-t-none border-outline border-t-2"
      disabled={logout.isPending}
      onClick={() => {
        onChosen()
        logout.mutate()
      }}
    >
      Log out
    </MenuButton>
  )
}

function Switches() {
  const isSoundOn = usePersistedSetting(soundSwitch) === 'on'
  const hasShortcuts = usePersistedSetting(shortcuts) === 'on'
  const isLight =
    useSyncExternalStore(subscribeTheme, shownTheme, () => 'dark') === 'light'
  return (
    <>
      <Switch
        label="Sound"
        isOn={isSoundOn}
        onChange={(isOn) => {
          soundSwitch.set(isOn ? 'on' : 'off')
          playSound('plop')
        }}
      />
      <div className="with-keyboard">
        <Switch
          label="Keyboard shortcuts"
          isOn={hasShortcuts}
          onChange={(isOn) => shortcuts.set(isOn ? 'on' : 'off')}
        />
      </div>
      <Switch
        label="Light theme"
        isOn={isLight}
        onChange={(isOn) => theme.set(isOn ? 'light' : 'dark')}
      />
    </>
  )
}

function Caret() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
      <path
        d="M3 5.5l5 5 5-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
