import { LRUCache } from 'lru-cache'
import type {
  AuditFigures,
  ClosedDay,
  ConfirmedDeposit,
  LiabilityProof,
  PublicAudit,
} from '#core/api/audit.ts'
import { nodeOfHex } from '#core/audit/liabilities-tree.ts'
import { toHex } from '#core/fairness/hashes.ts'
import type { RecordAnchor } from '#core/schemas/record-anchor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AuditStore } from './audit.store.ts'
import { auditFiguresOf } from './audit-figures.ts'
import { confirmedDeposits } from './confirmed-deposits.ts'
import { shownDay } from './shown-day.ts'

const FRESH_MS = 5_000
const DAYS_SHOWN = 30
const NODE_HEX = /.{80}/g

/** What is known of a published root on the chain. */
export type RootAnchors = {
  anchorOf(root: {
    kind: 'day'
    number: number
    hash: string
  }): Promise<RecordAnchor | undefined>
  /** Why a root is not anchored. */
  unanchored(): Promise<string>
}

type AuditDeps = {
  db: Database
  anchors: RootAnchors
  clock: Clock
  /** Monotonic milliseconds. */
  nowMs: () => number
}

/** The public audit: one query in some seconds, however many look. */
export class AuditService {
  readonly #deps: AuditDeps
  readonly #store: AuditStore
  readonly #cache: LRUCache<'now', PublicAudit>

  constructor(deps: AuditDeps) {
    this.#deps = deps
    this.#store = new AuditStore(deps.db)
    this.#cache = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: deps.nowMs },
      fetchMethod: () => this.read(),
    })
  }

  /** Some seconds old at most. */
  current(): Promise<PublicAudit> {
    return this.#cache.forceFetch('now')
  }

  async read(): Promise<PublicAudit> {
    const [figures, days] = await Promise.all([this.#figures(), this.days()])
    const [newest] = days
    const anchor = newest && (await this.#anchorOf(newest))
    const { anchors } = this.#deps
    return {
      figures,
      days,
      anchor: anchor ?? null,
      unanchored: anchor ? null : await anchors.unanchored(),
    }
  }

  /** Closed days, newest first. @param before the number of a page's last one. */
  async days(before?: number): Promise<ClosedDay[]> {
    const rows = await this.#store.days({ before, limit: DAYS_SHOWN })
    return rows.map(shownDay)
  }

  /**
   * Lists a page of confirmed deposits.
   *
   * @param before id of the previous page's last deposit.
   */
  deposits(before?: string): Promise<ConfirmedDeposit[]> {
    return confirmedDeposits(this.#deps.db, before)
  }

  /**
   * Returns a player's leaf in the newest tree; undefined for players
   * registered later.
   */
  async proofFor(player: string): Promise<LiabilityProof | undefined> {
    const day = await this.#store.last()
    const found = day && (await this.#store.leafOf(day.number, player))
    if (!(day && found?.log)) return undefined
    const before = await this.#store.leafOf(day.number - 1, player)
    const { balance, index, log, number, openRounds, seq, staked } = found
    const nonce = toHex(found.nonce)
    const nodes = toHex(found.path).match(NODE_HEX) ?? []
    return {
      day: shownDay(day),
      leaf: { number, player, nonce, seq, balance, staked, log },
      after: before?.seq ?? 0,
      openBefore: before?.openRounds ?? [],
      openRounds,
      index,
      path: nodes.map(nodeOfHex),
    }
  }

  #figures(): Promise<AuditFigures> {
    const { clock, db } = this.#deps
    return auditFiguresOf(db, clock())
  }

  #anchorOf({ number, digest }: ClosedDay): Promise<RecordAnchor | undefined> {
    const leaf = { kind: 'day', number, hash: digest } as const
    return this.#deps.anchors.anchorOf(leaf)
  }
}
