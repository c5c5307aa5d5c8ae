const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PARENT_CHECK_MS = 250

let requested: Promise<void> | undefined

/** The work was given up because somebody wanted us to stop. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * Settles when somebody wants us to stop. Later signals change nothing:
 * stopping is under way, and each step of it is bounded.
 */
export function stopRequest(): Promise<void> {
  requested ??= listen()
  return requested
}

/**
 * Waits for `work`, or gives it up on a stop request, so that whoever started
 * processes for it gets to stop them. @throws Interrupted
 */
export function orInterrupted<T>(work: Promise<T>): Promise<T> {
  const interrupted = stopRequest().then(() => {
    throw new Interrupted('Stopped.')
  })
  return Promise.race([work, interrupted])
}

function listen(): Promise<void> {
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
