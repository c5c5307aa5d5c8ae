const listeners = new Set<() => void>()

/** Opens the account from anywhere on the page: wallet, seeds, history. */
export function openAccountSheet(): void {
  for (const open of listeners) open()
}

export function onOpenAccountSheet(open: () => void): () => void {
  listeners.add(open)
  return () => listeners.delete(open)
}
