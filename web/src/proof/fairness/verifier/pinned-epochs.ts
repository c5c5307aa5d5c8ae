import type { FairnessState } from '#core/api/fairness.ts'
import { epochTree, getEpoch, getFirstNonce } from '#core/fairness/epoch.ts'
import { seedUse } from './client-seeds.ts'
import type { VerifierOptions } from './fairness-api.ts'
import type { PinnedEpoch } from './judge-answer.ts'
import type { Pin } from './pin-store.ts'

/** A page may be open for days; dropped epochs are read from storage again. */
const EPOCHS_KEPT_MAX = 3

export type PinnedEpochs = ReturnType<typeof pinnedEpochs>

/** The roots this browser pinned for a player, and the commitments under them. */
export function pinnedEpochs(options: VerifierOptions) {
  const { player, hashes, store, api, onAlarm } = options
  /** Commitments that lead to their pinned root, by epoch. */
  const checked = new Map<number, readonly string[]>()

  function pinOne(epoch: number, shown: Pin): void {
    store.setPin(epoch, shown)
    if (store.pin(epoch)?.root !== shown.root) {
      onAlarm({ about: 'root_changed', epoch })
    }
  }

  /** Returns a pinned epoch's commitments if they lead to its root. */
  async function findCommitments(
    epoch: number,
  ): Promise<readonly string[] | undefined> {
    const pin = store.pin(epoch)
    const known = checked.get(epoch)
    if (!pin || known) return known

    const stored = store.commitments(epoch)
    const commitments = stored ?? (await api.commitments(epoch)).commitments
    const tree = epochTree(hashes, { player, epoch }, commitments)
    if (tree.root !== pin.root) {
      onAlarm({ about: 'commitments_changed', epoch })
      return undefined
    }
    if (!stored) store.setCommitments(epoch, commitments)
    checked.set(epoch, commitments)
    const [oldest] = checked.keys()
    if (oldest !== undefined && checked.size > EPOCHS_KEPT_MAX) {
      checked.delete(oldest)
    }
    return commitments
  }

  return {
    /** Pins what is published; a root that changed since is an alarm. */
    pin({ epoch, root, nonce, next }: FairnessState): void {
      pinOne(epoch, { root, fromNonce: nonce })
      if (!next) return
      pinOne(next.epoch, {
        root: next.root,
        fromNonce: getFirstNonce(next.epoch),
      })
    },

    findCommitments,

    /**
     * Returns what a round is judged by; undefined if nothing was pinned.
     *
     * @param clientSeed unknown of an open round that only its record shows.
     */
    async findPinned({
      nonce,
      clientSeed,
    }: {
      nonce: number
      clientSeed?: string | undefined
    }): Promise<PinnedEpoch | undefined> {
      const epoch = getEpoch(nonce)
      const pin = store.pin(epoch)
      const commitments = await findCommitments(epoch).catch(() => undefined)
      if (!pin || !commitments) return undefined
      const pinned = { pin, commitments, betAtNonce: store.getBet(nonce) }
      if (clientSeed === undefined) return { ...pinned, seedUse: 'in_force' }
      return {
        ...pinned,
        seedOrigin: store.seedOrigin(epoch, clientSeed),
        // Seeds in force before the pin are unknown here.
        seedUse:
          nonce < pin.fromNonce
            ? 'in_force'
            : seedUse(store, clientSeed, nonce),
      }
    },
  }
}
