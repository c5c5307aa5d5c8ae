type Answer = {
  result: unknown
  error?: { code: number; message: string } | undefined
}
type Ask = (method: string, params: unknown[]) => Promise<Answer>

/**
 * Runs in the page, before its own scripts: a provider that asks the test for
 * every answer, and announces itself as wallets do.
 */
export function installProvider(name: string): void {
  const ask: Ask = Reflect.get(window, 'askTestWallet')
  const listeners = new Map<unknown, EventListener>()
  const provider = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      const { result, error } = await ask(method, params ?? [])
      if (!error) return result
      throw Object.assign(new Error(error.message), { code: error.code })
    },
    on(event: string, listener: (value: unknown) => void) {
      const heard = (told: Event) =>
        listener(told instanceof CustomEvent ? told.detail : undefined)
      listeners.set(listener, heard)
      window.addEventListener(`test-wallet:${event}`, heard)
    },
    removeListener(event: string, listener: unknown) {
      const heard = listeners.get(listener)
      if (heard) window.removeEventListener(`test-wallet:${event}`, heard)
    },
  }
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'example.test-wallet',
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: Object.freeze({ info, provider }),
      }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
