import { useEffect, useEffectEvent } from 'react'
import { shortcuts } from './shortcuts.ts'

interface GameKeys {
  isPlaying: boolean
  /** Left out while there is nothing to skip. */
  onSkip: (() => void) | undefined
  /** What each key does between rounds, by its name in lower case. */
  keys: Readonly<Record<string, () => void>>
}

/** What Enter and Space press by themselves: the player means that, not the game. */
const PRESSABLE = 'a, button, summary'

/**
 * Lets a game be played from anywhere on its page. While a round plays, its
 * letters, Enter, Space and Escape show the end. The menu has a switch that
 * turns all of it off.
 */
export function useGameKeys(game: GameKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isForGame(event)) return
    const act = game.isPlaying ? skipBy(game, event) : game.keys[nameOf(event)]
    if (!act) return
    act()
    event.preventDefault()
  })

  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function skipBy({ keys, onSkip }: GameKeys, event: KeyboardEvent) {
  const name = nameOf(event)
  const isLetter = name.length === 1 && name in keys
  return isLetter || SKIP_KEYS.has(name) ? onSkip : undefined
}

const SKIP_KEYS = new Set(['enter', ' ', 'escape'])

function nameOf({ key }: KeyboardEvent): string {
  return key.toLowerCase()
}

/** Shortcuts of the browser, held keys and open dialogs are none of ours. */
function isForGame(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, target } = event
  if (shortcuts.get() === 'off') return false
  if (ctrlKey || metaKey || altKey || repeat) return false
  const name = nameOf(event)
  if ((name === 'enter' || name === ' ') && isIn(target, PRESSABLE))
    return false
  // Enter in the bet's own field places it; there is nothing else to press.
  const isEditing = name === ' ' || name.startsWith('arrow')
  if (isEditing && isIn(target, 'input, [role="tab"]')) return false
  const typing = 'textarea, select, input:not([inputmode="numeric"])'
  return !isIn(target, `[role="dialog"], [popover], ${typing}`)
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
