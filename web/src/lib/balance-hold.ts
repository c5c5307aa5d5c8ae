/** How many rounds are in flight whose end the balance must not give away. */
let holds = 0
let withheld: (() => void) | undefined

/**
 * Keeps balances that are pushed from showing until the round they belong to
 * has shown its end.
 *
 * @returns lets go again; then the newest withheld balance shows.
 */
export function holdBalance(): () => void {
  holds += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holds -= 1
    if (holds > 0) return
    withheld?.()
    withheld = undefined
  }
}

/** Shows a balance, or keeps it until nothing holds; a newer one takes its place. */
export function showUnheld(show: () => void): void {
  if (holds === 0) show()
  else withheld = show
}
