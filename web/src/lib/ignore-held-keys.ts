/** Elements that each key presses or submits. */
const PRESSES = new Map([
  ['Enter', 'button, summary, input'],
  [' ', 'button, summary'],
])

/**
 * Ignores Enter and Space while they are held down: browsers press the focused
 * button again at each repeat, and a press may be a bet.
 */
export function ignoreHeldKeys(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, repeat, target } = event
    const pressed = PRESSES.get(key)
    if (!(repeat && pressed && target instanceof Element)) return
    if (target.matches(pressed)) event.preventDefault()
  }
  addEventListener('keydown', onKeyDown, { capture: true })
}
