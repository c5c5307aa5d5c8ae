const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PARENT_CHECK_MS = 250

/**
 * Settles when somebody wants us to stop. Later signals change nothing:
 * stopping is under way, and each step of it is bounded.
 */
export function stopRequest(): Promise<void> {
  // A closed terminal must not end us before we have stopped the rest.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => resolve())
    if (process.env.npm_lifecycle_event) onLostParent(resolve)
  })
}

// npm runs us through a shell. Who stops npm by its pid ends that shell, and
// no signal comes as far as here.
function onLostParent(act: () => void): void {
  const parent = process.ppid
  const check = () => process.ppid !== parent && act()
  setInterval(check, PARENT_CHECK_MS).unref()
}
