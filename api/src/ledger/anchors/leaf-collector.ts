import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import type { ActiveSince, AnchorSources } from './anchor-sources.ts'
import type { AnchorSite, AnchorsStore } from './anchors.store.ts'

/** Leaves of one anchor at most: hashing more would keep bets waiting. */
const LEAVES_MAX = 2 ** 14

type Known = { kind: AnchorLeaf['kind']; player: string | null; number: number }

type CollectorDeps = { store: AnchorsStore; sources: AnchorSources }

/**
 * Returns all values that no anchor has as a leaf yet. Skips a second hash for
 * the same kind, player and number, since it would contradict the first.
 */
export async function newLeaves(
  deps: CollectorDeps,
  site: AnchorSite,
  since: Date | undefined,
): Promise<AnchorLeaf[]> {
  const leaves = await newHouseLeaves(deps, site)
  let after: ActiveSince['after']
  do {
    const page = await newEpochs(deps, site, { since, after })
    leaves.push(...page.leaves)
    after = page.last
  } while (after && leaves.length < LEAVES_MAX)
  return leaves.slice(0, LEAVES_MAX)
}

async function newHouseLeaves(
  { store, sources }: CollectorDeps,
  site: AnchorSite,
): Promise<AnchorLeaf[]> {
  const known = keysOf(await store.anchoredHouseLeaves(site))
  const [races, season, day, receipt_key] = await Promise.all([
    sources.raceChainEnds(),
    sources.seasonSeeds(),
    sources.dayDigests(),
    sources.receiptKeys(),
  ])
  const published = { races, season, day, receipt_key }
  const leaves = (['races', 'season', 'day', 'receipt_key'] as const).flatMap(
    (kind) => published[kind].map((one): AnchorLeaf => ({ kind, ...one })),
  )
  return leaves.filter((leaf) => !known.has(keyOf({ player: null, ...leaf })))
}

async function newEpochs(
  { store, sources }: CollectorDeps,
  site: AnchorSite,
  asked: ActiveSince,
): Promise<{ leaves: AnchorLeaf[]; last: ActiveSince['after'] }> {
  const epochs = await sources.activeEpochs(asked)
  const players = [...new Set(epochs.map(({ player }) => player))]
  const known = keysOf(await store.anchoredEpochs(site, players))
  const leaves = epochs.map(({ player, epoch: number, root: hash }) => ({
    kind: 'epoch' as const,
    player,
    number,
    hash,
  }))
  const fresh = leaves.filter((leaf) => !known.has(keyOf(leaf)))
  return { leaves: fresh, last: epochs.at(-1) }
}

function keysOf(known: readonly Known[]): Set<string> {
  return new Set(known.map(keyOf))
}

function keyOf({ kind, player, number }: Known): string {
  return `${kind} ${player} ${number}`
}
