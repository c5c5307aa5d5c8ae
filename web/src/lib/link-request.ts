let isWanted = false

/** Whether a wallet is to be linked once its owner has signed in by name. */
export function requestLink(wish: boolean): void {
  isWanted = wish
}

/** @returns the wish, which is granted with that. */
export function takeLinkRequest(): boolean {
  const wasWanted = isWanted
  isWanted = false
  return wasWanted
}
