import { useEffect, useEffectEvent } from 'react'
import type { Side } from '#core/games/coin-flip.ts'
import { shortcuts } from '../../lib/shortcuts.ts'

type FlipKeys = {
  isFlipping: boolean
  /** There is nothing left to skip. */
  isLate: boolean
  onSkip(): void
  onFlip(side: Side): void
  onFlipAgain(): void
  /** Moves the focus to a side's button. */
  onPoint(side: Side): void
}

const sideOfLetter: Readonly<Record<string, Side>> = { h: 'heads', t: 'tails' }

const sideOfArrow: Readonly<Record<string, Side>> = {
  ArrowLeft: 'heads',
  ArrowRight: 'tails',
}

const skipKeys = new Set(['enter', ' ', 'escape', 'h', 't'])

/** What Enter presses by itself: the player means that, not the coin. */
const PRESSABLE = 'a, button, input, summary'

/**
 * H and T flip from anywhere on the page, the arrows go from one side to the
 * other, Enter flips the same side again. While the coin is up, H, T, Enter,
 * Space and Escape make it fall. The menu has a switch that turns all of it off.
 */
export function useFlipKeys(keys: FlipKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isForGame(event)) return
    if (act(keys, event)) event.preventDefault()
  })

  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** @returns whether the key meant something. */
function act(keys: FlipKeys, event: KeyboardEvent): boolean {
  return keys.isFlipping ? actInFlight(keys, event) : actOnGround(keys, event)
}

function actInFlight(keys: FlipKeys, { key, target }: KeyboardEvent): boolean {
  const isPress = key === 'Enter' || key === ' '
  if (keys.isLate || !skipKeys.has(key.toLowerCase())) return false
  if (isPress && isIn(target, PRESSABLE)) return false
  keys.onSkip()
  return true
}

function actOnGround(keys: FlipKeys, { key, target }: KeyboardEvent): boolean {
  const called = sideOfLetter[key.toLowerCase()]
  if (called) {
    keys.onFlip(called)
    return true
  }
  const pointed = sideOfArrow[key]
  if (pointed && !isIn(target, 'input')) {
    keys.onPoint(pointed)
    return true
  }
  if (key === 'Enter' && !isIn(target, PRESSABLE)) {
    keys.onFlipAgain()
    return true
  }
  return false
}

/** Shortcuts of the browser, held keys and open dialogs are none of ours. */
function isForGame(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, target } = event
  if (shortcuts.get() === 'off') return false
  if (ctrlKey || metaKey || altKey || repeat) return false
  const typing = 'textarea, select, input:not([type="number"])'
  return !isIn(target, `[role="dialog"], [popover], ${typing}`)
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
