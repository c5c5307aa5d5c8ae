import type { FairnessState } from '#core/api/fairness.ts'
import { epochOf, epochTree, firstNonceOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { Alarm } from './alarm.ts'
import { ClientSeeds } from './client-seeds.ts'
import type { FairnessApi } from './fairness-api.ts'
import type { Held } from './judge-answer.ts'
import type { Pin, PinStore } from './pin-store.ts'

export type PinnedEpochsOptions = {
  player: string
  hashes: Hashes
  store: PinStore
  api: Pick<FairnessApi, 'commitments'>
  onAlarm(alarm: Alarm): void
}

/** @property clientSeed unknown of a round that only its record tells to be open. */
export type PlayedRound = { nonce: number; clientSeed?: string | undefined }

/** A page may play for days; what goes is still stored, or fetched again. */
const EPOCHS_KEPT_MAX = 3

/** The roots this browser pinned for a player, and the commitments under them. */
export class PinnedEpochs {
  readonly #options: PinnedEpochsOptions
  readonly #seeds: ClientSeeds
  /** Commitments seen to lead to their pinned root, by epoch. */
  readonly #checked = new Map<number, readonly string[]>()

  constructor(options: PinnedEpochsOptions) {
    this.#options = options
    this.#seeds = new ClientSeeds(options.store)
  }

  /** Pins what is published; a root that changed since is an alarm. */
  pin({ epoch, root, nonce, next }: FairnessState): void {
    this.#pinOne(epoch, { root, fromNonce: nonce })
    if (!next) return
    const fromNonce = firstNonceOf(next.epoch)
    this.#pinOne(next.epoch, { root: next.root, fromNonce })
  }

  /** What is held for judging a round; undefined when nothing was pinned. */
  async heldFor({ nonce, clientSeed }: PlayedRound): Promise<Held | undefined> {
    const { store } = this.#options
    const epoch = epochOf(nonce)
    const pin = store.pin(epoch)
    const commitments = await this.commitments(epoch).catch(() => undefined)
    if (!pin || !commitments) return undefined
    return {
      pin,
      commitments,
      seedOrigin:
        clientSeed === undefined
          ? undefined
          : store.seedOrigin(epoch, clientSeed),
      // What was in force before this browser looked is not known to it.
      seedUse:
        clientSeed === undefined || nonce < pin.fromNonce
          ? 'in_force'
          : this.#seeds.howUsed(clientSeed, nonce),
      betAtNonce: store.betAt(nonce),
    }
  }

  /** A pinned epoch's commitments, once they are known to lead to its root. */
  async commitments(epoch: number): Promise<readonly string[] | undefined> {
    const { player, hashes, store, api, onAlarm } = this.#options
    const pin = store.pin(epoch)
    const checked = this.#checked.get(epoch)
    if (!pin || checked) return checked

    const stored = store.commitments(epoch)
    const commitments = stored ?? (await api.commitments(epoch)).commitments
    const tree = epochTree(hashes, { player, epoch }, commitments)
    if (tree.root !== pin.root) {
      onAlarm({ about: 'commitments_changed', epoch })
      return undefined
    }
    if (!stored) store.setCommitments(epoch, commitments)
    this.#checked.set(epoch, commitments)
    const [oldest] = this.#checked.keys()
    if (oldest !== undefined && this.#checked.size > EPOCHS_KEPT_MAX) {
      this.#checked.delete(oldest)
    }
    return commitments
  }

  #pinOne(epoch: number, shown: Pin): void {
    const { store, onAlarm } = this.#options
    store.setPin(epoch, shown)
    if (store.pin(epoch)?.root !== shown.root) {
      onAlarm({ about: 'root_changed', epoch })
    }
  }
}
