const listeners = new Set<() => void>()

/** Opens the account from anywhere on the page: wallet, seeds, history. */
export function askForAccount(): void {
  for (const open of listeners) open()
}

export function onAccountAsked(open: () => void): () => void {
  listeners.add(open)
  return () => listeners.delete(open)
}
