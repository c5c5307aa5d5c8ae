import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  type AnchorContract,
  anchoredEpochs,
  anchoredHouseLeaves,
} from './anchors.store.ts'

/** Leaves of one anchor at most: hashing more would delay bets. */
const LEAVES_MAX = 2 ** 14

/** An epoch of a player, with its published root. */
export type ActiveEpoch = { player: string; epoch: number; root: string }

export type ActiveSince = {
  /** Undefined before the first anchor. */
  since: Date | undefined
  /** The previous page's last epoch. */
  after: Pick<ActiveEpoch, 'player' | 'epoch'> | undefined
}

type HouseKind = Exclude<AnchorLeaf['kind'], 'epoch'>

/** Lists published values, from the modules that publish them. */
export type AnchorSources = {
  /** Epochs of active players, a page ordered by player and epoch. */
  activeEpochs(query: ActiveSince): Promise<ActiveEpoch[]>
  /** Values that belong to no player, by their kinds. */
  house: Record<HouseKind, () => Promise<{ number: number; hash: string }[]>>
}

type CollectorDeps = {
  db: Database
  contract: AnchorContract
  sources: AnchorSources
}

/**
 * Collects published values that are not anchored yet. Skips a second hash for
 * the same kind, player and number, since it would contradict the first.
 */
export async function newLeaves(
  deps: CollectorDeps,
  since: Date | undefined,
): Promise<AnchorLeaf[]> {
  const leaves = await newHouseLeaves(deps)
  let after: ActiveSince['after']
  do {
    const page = await newEpochs(deps, { since, after })
    leaves.push(...page.leaves)
    after = page.last
  } while (after && leaves.length < LEAVES_MAX)
  return leaves.slice(0, LEAVES_MAX)
}

async function newHouseLeaves({
  contract,
  db,
  sources,
}: CollectorDeps): Promise<AnchorLeaf[]> {
  const anchored = await anchoredHouseLeaves(db, contract)
  const known = new Set(anchored.map(keyOf))
  const kinds = ['races', 'season', 'day', 'receipt_key'] as const
  const published = await Promise.all(
    kinds.map(async (kind) =>
      (await sources.house[kind]()).map((value) => ({ kind, ...value })),
    ),
  )
  return published
    .flat()
    .filter((leaf) => !known.has(keyOf({ player: null, ...leaf })))
}

async function newEpochs(
  { contract, db, sources }: CollectorDeps,
  query: ActiveSince,
): Promise<{ leaves: AnchorLeaf[]; last: ActiveSince['after'] }> {
  const epochs = await sources.activeEpochs(query)
  const players = [...new Set(epochs.map(({ player }) => player))]
  const anchored = await anchoredEpochs(db, contract, players)
  const known = new Set(anchored.map(keyOf))
  const leaves = epochs
    .map(({ player, epoch: number, root: hash }) => ({
      kind: 'epoch' as const,
      player,
      number,
      hash,
    }))
    .filter((leaf) => !known.has(keyOf(leaf)))
  return { leaves, last: epochs.at(-1) }
}

function keyOf({
  kind,
  player,
  number,
}: {
  kind: AnchorLeaf['kind']
  player: string | null
  number: number
}): string {
  return `${kind} ${player} ${number}`
}
