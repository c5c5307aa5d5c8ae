const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PARENT_CHECK_MS = 250

let requested: Promise<void> | undefined

/** Thrown by work that a stop request ended. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Resolves at the first stop signal; later ones change nothing. */
export function stopRequest(): Promise<void> {
  requested ??= listen()
  return requested
}

/**
 * Waits for `work`, a stop request or an uncaught error, so that its processes get
 * stopped.
 *
 * @throws Interrupted
 */
export async function orInterrupted<T>(work: Promise<T>): Promise<T> {
  const interrupted = stopRequest().then(() => {
    throw new Interrupted('Stopped.')
  })
  const { promise: crashed, reject } = Promise.withResolvers<never>()
  process.on('uncaughtException', reject)
  try {
    return await Promise.race([work, interrupted, crashed])
  } finally {
    process.off('uncaughtException', reject)
  }
}

function listen(): Promise<void> {
  // A closed terminal must not end this process before its parts.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => resolve())
    if (process.env.npm_lifecycle_event) onLostParent(resolve)
  })
}

// npm runs scripts through a shell: a signal to npm ends that shell, and does
// not reach this process.
function onLostParent(act: () => void): void {
  const parent = process.ppid
  const check = () => process.ppid !== parent && act()
  setInterval(check, PARENT_CHECK_MS).unref()
}
