import { lt } from 'drizzle-orm'
import {
  type AnchorLeaves,
  type AnchorsState,
  listAnchorLeaves,
  readAnchorLeaf,
  readAnchors,
  type ShownAnchor,
  WHY_NOT_ANCHORED,
} from '#core/api/anchors.ts'
import { toAnchorLeaf } from '#core/evidence/anchor-claims.ts'
import {
  isOfRace,
  parsedRaceRecord,
  type RaceRecord,
} from '#core/evidence/race-record.ts'
import type { RecordAnchor } from '#core/evidence/record-anchor.ts'
import { verificationRecord } from '#core/evidence/round-record.ts'
import { type AnchorLeaf, anchorLeafText } from '#core/fairness/anchor-tree.ts'
import { Refusal } from '#core/refusals.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  type AnchorStatus,
  anchorWithLeaves,
  findProof,
  listAnchors,
} from './anchors.store.ts'
import { anchors } from './anchors.table.ts'

export function createAnchors(deps: Anchoring & { db: Database }) {
  const service = createAnchorsService(deps)
  return {
    service,
    mount(serve: Serve) {
      serve(readAnchors, service.state)
      serve(readAnchorLeaf, async ({ query }) => {
        const { kind, hash, player = '' } = query
        const leaf = toLeaf(kind, player, Number(query.number), hash)
        const anchor = await service.readAnchor(leaf)
        if (!anchor) throw new Refusal('anchor_unknown')
        return anchor
      })
      serve(listAnchorLeaves, ({ query: { from = '0', number } }) =>
        service.leaves(Number(number), Number(from)),
      )
    },
  }
}

type AnchoredChain = {
  chain: { deployment: Pick<Deployment, 'fairnessAnchor' | 'genesisHash'> }
  /** Undefined if the database does not know the chain yet. */
  instanceId: number | undefined
  /** Undefined without a key to send transactions. */
  account: unknown
}

type Anchoring = {
  chain: AnchoredChain | undefined
  /** Shortest time between anchors; 0 switches anchoring off. */
  everyMs: number
}

type Page = { before?: number | undefined; limit: number }

const PATH_HEX = /.{64}/g
const LEAVES_PER_PAGE = 1_000

export type AnchorsService = ReturnType<typeof createAnchorsService>

export function createAnchorsService({
  chain,
  db,
  everyMs,
}: Anchoring & { db: Database }) {
  const instanceId = chain?.instanceId

  /** Lists anchors, newest first. @param before id of the previous page's last anchor. */
  async function list({ before, limit }: Page): Promise<ShownAnchor[]> {
    if (instanceId === undefined) return []
    const where = before === undefined ? undefined : lt(anchors.id, before)
    return (await listAnchors(db, instanceId, { limit, where })).map(toAnchor)
  }

  async function readAnchor(
    leaf: AnchorLeaf,
  ): Promise<RecordAnchor | undefined> {
    const found = await findProof(db, leaf, instanceId)
    if (!found) return undefined
    const { anchor, block } = found
    return {
      number: anchor.number,
      root: anchor.root,
      index: found.leaf.index,
      path: Buffer.from(found.leaf.path).toString('hex').match(PATH_HEX) ?? [],
      chainId: found.chain.chainId,
      genesisHash: found.chain.genesisHash,
      contract: anchor.contract,
      transaction: block.transaction,
      block: block.blockNumber,
      blockHash: block.blockHash,
      blockTimestamp: block.blockTimestamp,
    }
  }

  return {
    list,
    readAnchor,

    async state(): Promise<AnchorsState> {
      const rows = await list({ limit: 10 })
      const [newest] = rows
      const off = getOffReason({ chain, everyMs })
      const why = off ?? newest?.problem
      return {
        isOn: off === undefined,
        ...(why && { reason: WHY_NOT_ANCHORED[why] }),
        everySeconds: everyMs / 1_000,
        genesisHash: chain?.chain.deployment.genesisHash ?? null,
        isWaiting: !!newest && !['final', 'failed'].includes(newest.state),
        latest: rows.find(({ state }) => state === 'final') ?? null,
      }
    },

    /** Lists up to 1000 leaves of a root. @throws root_unknown */
    async leaves(number: number, from: number): Promise<AnchorLeaves> {
      const page = { from, limit: LEAVES_PER_PAGE }
      const anchor =
        instanceId !== undefined &&
        (await anchorWithLeaves(db, { instanceId, number }, page))
      if (!anchor) throw new Refusal('root_unknown')
      const leaves = anchor.leaves.map(({ kind, player, number: of, hash }) =>
        anchorLeafText(toLeaf(kind, player ?? '', of, hash)),
      )
      return { root: anchor.root, count: anchor.leafCount, leaves }
    },

    /** Adds its anchor to a finished record. Returns other records unchanged. */
    async withAnchor(record: object): Promise<object> {
      const { data } = isOfRace(record)
        ? parsedRaceRecord(record)
        : verificationRecord.safeParse(record)
      const anchor = data && (await this.readAnchor(toAnchorLeaf(data)))
      if (!anchor) return record
      return { ...data, gameData: { ...data.gameData, anchor } }
    },

    /** Adds anchors to race records; reads each of their few seed chains once. */
    async withAnchors<R extends RaceRecord>(
      records: readonly R[],
    ): Promise<R[]> {
      const found = new Map<string, Promise<RecordAnchor | undefined>>()
      return Promise.all(
        records.map(async (record) => {
          const leaf = toAnchorLeaf(record)
          const known = found.get(leaf.hash) ?? this.readAnchor(leaf)
          found.set(leaf.hash, known)
          const anchor = await known
          if (!anchor) return record
          return { ...record, gameData: { ...record.gameData, anchor } }
        }),
      )
    },
  }
}

function toLeaf(
  kind: AnchorLeaf['kind'],
  player: string,
  number: number,
  hash: string,
): AnchorLeaf {
  return kind === 'epoch'
    ? { kind, player, number, hash }
    : { kind, number, hash }
}

/** Returns why nothing is anchored; undefined if anchoring is on. */
export function getOffReason({
  chain,
  everyMs,
}: Anchoring): keyof typeof WHY_NOT_ANCHORED | undefined {
  if (!chain) return 'no_chain'
  if (!chain.chain.deployment.fairnessAnchor) return 'no_contract'
  if (chain.account === undefined) return 'no_key'
  return everyMs === 0 ? 'switched_off' : undefined
}

function toAnchor({ block, status, ...anchor }: AnchorStatus): ShownAnchor {
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
