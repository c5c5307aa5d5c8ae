import {
  type AnchorLeaves,
  type AnchorsState,
  type ShownAnchor,
  WHY_NOT_ANCHORED,
} from '#core/api/anchors.ts'
import { type AnchorLeaf, anchorLeafText } from '#core/fairness/anchor-tree.ts'
import { anchorLeafOf } from '#core/schemas/anchored-record.ts'
import {
  isOfRace,
  parsedRaceRecord,
  type RaceRecord,
} from '#core/schemas/race-record.ts'
import type { RecordAnchor } from '#core/schemas/record-anchor.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import type { AnchorStanding, AnchorsStore } from './anchors.store.ts'

/** The chain that anchors go to, and why they do not, where they do not. */
export type Anchoring = {
  instanceId: number | undefined
  genesisHash: string | undefined
  everyMs: number
  off: keyof typeof WHY_NOT_ANCHORED | undefined
}

const PATH_HEX = /.{64}/g
const PAGE_MAX = 100
const LEAVES_LISTED = 1_000
const DONE: ReadonlySet<ShownAnchor['state']> = new Set(['final', 'failed'])

/** What is shown of anchors. */
export class AnchorsService {
  readonly #store: AnchorsStore
  readonly #anchoring: Anchoring

  constructor(store: AnchorsStore, anchoring: Anchoring) {
    this.#store = store
    this.#anchoring = anchoring
  }

  /** Whether this house anchors, why not, and the last anchor that is final. */
  async state(): Promise<AnchorsState> {
    const { everyMs, genesisHash, off } = this.#anchoring
    const rows = await this.list({ limit: 10 })
    const [newest] = rows
    const why = off ?? newest?.problem
    return {
      isOn: off === undefined,
      ...(why && { reason: WHY_NOT_ANCHORED[why] }),
      everySeconds: everyMs / 1_000,
      genesisHash: genesisHash ?? null,
      isWaiting: newest !== undefined && !DONE.has(newest.state),
      latest: rows.find(({ state }) => state === 'final') ?? null,
    }
  }

  /** For operators, newest first. @param before the id of the page's last one. */
  async list({
    before,
    limit,
  }: {
    before?: number | undefined
    limit: number
  }): Promise<ShownAnchor[]> {
    const { instanceId } = this.#anchoring
    if (instanceId === undefined) return []
    const asked = { before, limit: Math.min(limit, PAGE_MAX) }
    return (await this.#store.list({ instanceId }, asked)).map(shown)
  }

  /** Lists up to 1000 leaves of a root; undefined when the root is unknown. */
  async leaves({
    number,
    from,
  }: {
    number: number
    from: number
  }): Promise<AnchorLeaves | undefined> {
    const { instanceId } = this.#anchoring
    if (instanceId === undefined) return undefined
    const anchor = await this.#store.byNumber({ instanceId }, number)
    if (!anchor) return undefined
    const limit = LEAVES_LISTED
    const rows = await this.#store.leavesFrom(anchor, { from, limit })
    const leaves = rows.map(({ kind, player, number: of, hash }) =>
      anchorLeafText(
        kind === 'epoch'
          ? { kind, player: player ?? '', number: of, hash }
          : { kind, number: of, hash },
      ),
    )
    return { root: anchor.root, count: anchor.leafCount, leaves }
  }

  /** A finished record with its anchor, where it has one; any other as it is. */
  async withAnchor(record: object): Promise<object> {
    const { data } = isOfRace(record)
      ? parsedRaceRecord(record)
      : verificationRecord.safeParse(record)
    const anchor = data && (await this.anchorOf(anchorLeafOf(data)))
    if (!anchor) return record
    return { ...data, gameData: { ...data.gameData, anchor } }
  }

  /**
   * Adds anchors to race records. Many records share one seed chain, so each
   * chain is read once.
   */
  async withAnchors<R extends RaceRecord>(records: readonly R[]): Promise<R[]> {
    const found = new Map<string, Promise<RecordAnchor | undefined>>()
    return Promise.all(
      records.map(async (record) => {
        const leaf = anchorLeafOf(record)
        const known = found.get(leaf.hash) ?? this.anchorOf(leaf)
        found.set(leaf.hash, known)
        const anchor = await known
        if (!anchor) return record
        return { ...record, gameData: { ...record.gameData, anchor } }
      }),
    )
  }

  /** Where a leaf is anchored for good. */
  async anchorOf(leaf: AnchorLeaf): Promise<RecordAnchor | undefined> {
    const { instanceId } = this.#anchoring
    const found = await this.#store.proofOf(leaf, instanceId)
    if (!found) return undefined
    const { anchor, block, chain } = found
    return {
      number: anchor.number,
      root: anchor.root,
      index: found.leaf.index,
      path: Buffer.from(found.leaf.path).toString('hex').match(PATH_HEX) ?? [],
      chainId: chain.chainId,
      genesisHash: chain.genesisHash,
      contract: anchor.contract,
      transaction: block.transaction,
      block: block.blockNumber,
      blockHash: block.blockHash,
      blockTimestamp: block.blockTimestamp,
    }
  }
}

function shown({ block, status, ...anchor }: AnchorStanding): ShownAnchor {
  return {
    id: anchor.id,
    number: anchor.number,
    root: anchor.root,
    leaves: anchor.leafCount,
    contract: anchor.contract,
    state: status === 'final' && !block ? 'mined' : status,
    problem: anchor.problem,
    createdAt: anchor.createdAt.toISOString(),
    mined: block && {
      transaction: block.transaction,
      block: block.blockNumber,
      blockHash: block.blockHash,
      blockTimestamp: block.blockTimestamp,
      gasUsed: block.gasUsed,
      cost: String(block.cost),
    },
  }
}
