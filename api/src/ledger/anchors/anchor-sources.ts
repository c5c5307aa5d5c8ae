/** An epoch whose root is published. */
export type ActiveEpoch = { player: string; epoch: number; root: string }

/** Who has played since a time. */
export type ActiveSince = {
  /** Undefined where nothing was ever anchored. */
  since: Date | undefined
  /** The last epoch that was read. */
  after: Pick<ActiveEpoch, 'player' | 'epoch'> | undefined
}

/** A number and the hash published under it. */
export type Published = { number: number; hash: string }

/** What there is to anchor. */
export type AnchorSources = {
  /** Epochs of players who were active, a page in the order of player and epoch. */
  activeEpochs(asked: ActiveSince): Promise<ActiveEpoch[]>
  /** The ends of the chains of race seeds, by the race before the first. */
  raceChainEnds(): Promise<Published[]>
  /** The hashes of the simulated seasons' seeds. */
  seasonSeeds(): Promise<Published[]>
  /** Returns the digests of closed days. */
  dayDigests(): Promise<Published[]>
  /** Returns the public keys that verify receipts. */
  receiptKeys(): Promise<Published[]>
}
