import { useEffect, useEffectEvent } from 'react'
import {
  persistedSetting,
  usePersistedSetting,
} from '../../lib/persisted-setting.ts'

/** Switch for keys that act anywhere on a page; a stray one can cost coins. */
export const shortcuts = persistedSetting('shortcuts', ['on', 'off'])

/** Returns the keys for `aria-keyshortcuts`; undefined while they are off. */
export function useShortcut(keys: string): string | undefined {
  return usePersistedSetting(shortcuts) === 'on' ? keys : undefined
}

type GameKeys = {
  isPlaying: boolean
  /** Undefined while there is nothing to skip. */
  onSkip: (() => void) | undefined
  /** Actions between rounds, by the key's name in lower case. */
  keys: Readonly<Record<string, () => void>>
}

/** Elements that Enter and Space press by themselves. */
const PRESSABLE = 'a, button, summary'

/**
 * Lets a game be played from anywhere on its page. While a round plays, its
 * letters, Enter, Space and Escape skip to the result.
 */
export function useGameKeys(game: GameKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isForGame(event)) return
    const act = game.isPlaying
      ? getSkip(game, event)
      : game.keys[getKeyName(event)]
    if (!act) return
    act()
    event.preventDefault()
  })

  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function getSkip({ keys, onSkip }: GameKeys, event: KeyboardEvent) {
  const name = getKeyName(event)
  const isLetter = name.length === 1 && name in keys
  return isLetter || SKIP_KEYS.has(name) ? onSkip : undefined
}

const SKIP_KEYS = new Set(['enter', ' ', 'escape'])

function getKeyName({ key }: KeyboardEvent): string {
  return key.toLowerCase()
}

/** Leaves alone the browser's shortcuts, repeated keys and open dialogs. */
function isForGame(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, target } = event
  if (shortcuts.get() === 'off') return false
  if (ctrlKey || metaKey || altKey || repeat) return false
  const name = getKeyName(event)
  if ((name === 'enter' || name === ' ') && isInside(target, PRESSABLE))
    return false
  // Enter in the amount's field places the bet: the form has no other button.
  const isEditing = name === ' ' || name.startsWith('arrow')
  if (isEditing && isInside(target, 'input, [role="tab"]')) return false
  const typing = 'textarea, select, input:not([inputmode="numeric"])'
  return !isInside(target, `[role="dialog"], [popover], ${typing}`)
}

function isInside(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
