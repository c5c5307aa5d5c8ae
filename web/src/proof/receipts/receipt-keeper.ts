import { type Receipt, receipt } from '#core/api/receipts.ts'
import type { VerifySignature } from '#core/receipts/verified-receipt.ts'
import {
  findingOf,
  type ReceiptFinding,
  signatureFinding,
  signatureOf,
} from './judge-receipt.ts'
import type { ReceiptStore } from './receipt-store.ts'
import type { ReceiptsApi } from './receipts-api.ts'

type KeeperOptions = {
  player: string
  store: ReceiptStore
  api: ReceiptsApi
  verify: VerifySignature
  onFinding(finding: ReceiptFinding): void
}

/**
 * Keeps what the house signs for one player, and compares: each receipt with
 * those before it, and all of them with the history that the house shows.
 */
export class ReceiptKeeper {
  readonly #options: KeeperOptions
  #keys: string[] | undefined
  #taking: Promise<unknown> = Promise.resolve()

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  /** Takes a receipt as it came with an answer, behind those before it. */
  take(json: string): Promise<void> {
    return this.#inTurn(async () => {
      const received = parsed(json)
      if (received) await this.#judge(received)
      else this.#options.onFinding({ is: 'malformed' })
    })
  }

  /** Asks for the newest receipt, where the balance is not that of the one kept. */
  catchUp(balance: number): Promise<void> {
    return this.#inTurn(async () => {
      const { api, store } = this.#options
      if (store.newest()?.balance === balance) return
      const received = await api.newest()
      if (received) await this.#judge(received)
    })
  }

  /** Looks whether the history still has what was signed. */
  compare(): Promise<void> {
    return this.#inTurn(() => this.#compare())
  }

  async #judge(received: Receipt): Promise<void> {
    const { onFinding, player, store } = this.#options
    // Another tab may have signed in somebody else.
    if (received.player !== player) return
    const unsigned = signatureFinding(await this.#signature(received))
    if (unsigned) return onFinding(unsigned)
    const kept = store.against(received)
    if (kept) {
      store.keepContradiction([kept, received])
      return onFinding({ is: 'contradiction', seq: received.seq })
    }
    const newest = store.newest()?.seq ?? 0
    store.keep(received)
    // An answer may be late; that what came before it is gone, is no excuse.
    if (received.seq < newest) await this.#compare()
  }

  /** Keys that this page has not seen may have been added since. */
  async #signature(received: Receipt) {
    const { verify } = this.#options
    const known = this.#keys
    const verdict = known && (await signatureOf(verify, received, known))
    if (verdict && verdict !== 'key') return verdict
    return this.#signatureByNewKeys(received)
  }

  async #signatureByNewKeys(received: Receipt) {
    const { api, verify } = this.#options
    try {
      this.#keys = await api.keys()
    } catch {
      return 'unchecked'
    }
    return signatureOf(verify, received, this.#keys)
  }

  async #compare(): Promise<void> {
    const { api, onFinding, player, store } = this.#options
    const receipts = store.all()
    const newest = receipts.at(-1)
    if (!newest) return
    const rows = await api.rowsFrom(newest.seq)
    const signature = await this.#signatureByNewKeys(newest)
    const finding = findingOf({ receipts, rows, signature })
    if (!finding) return
    // Another tab may have signed in somebody else, whose history this is.
    const isOwn = finding.is !== 'different' || (await api.player()) === player
    if (isOwn) onFinding(finding)
  }

  /** One after the other, and none stopped by what the one before met. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#taking.then(work)
    this.#taking = done.catch(() => undefined)
    return done
  }
}

function parsed(json: string): Receipt | undefined {
  try {
    return receipt.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
