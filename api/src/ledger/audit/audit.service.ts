import { LRUCache } from 'lru-cache'
import type {
  ClosedDay,
  ConfirmedDeposit,
  LiabilityProof,
  PublicAudit,
} from '#core/api/audit.ts'
import { nodeOfHex } from '#core/audit/liabilities-tree.ts'
import { toHex } from '#core/fairness/hashes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AnchorsService } from '../anchors/anchors.service.ts'
import { lastDay, leafOf, listDays, shownDay } from './audit.store.ts'
import { confirmedDeposits, readFigures } from './audit-figures.ts'

const CACHE_MS = 5_000
const NODE_HEX = /.{80}/g

/** The public audit, cached so that its cost does not depend on visitors. */
export function openAuditService({
  anchors,
  clock,
  db,
}: {
  anchors: Pick<AnchorsService, 'anchorOf' | 'state'>
  clock: Clock
  db: Database
}) {
  const cache = new LRUCache<'now', PublicAudit>({
    max: 1,
    ttl: CACHE_MS,
    ttlResolution: 0,
    fetchMethod: read,
  })

  /** Lists closed days, newest first. @param before number of the previous page's last day. */
  async function days(before?: number): Promise<ClosedDay[]> {
    const rows = await listDays(db, { before })
    return rows.map(shownDay)
  }

  async function read(): Promise<PublicAudit> {
    const [figures, newestDays] = await Promise.all([
      readFigures(db, clock()),
      days(),
    ])
    const [newest] = newestDays
    const anchor =
      newest &&
      (await anchors.anchorOf({
        kind: 'day',
        number: newest.number,
        hash: newest.digest,
      }))
    return {
      figures,
      days: newestDays,
      anchor: anchor ?? null,
      unanchored: anchor ? null : await whyUnanchored(),
    }
  }

  async function whyUnanchored(): Promise<string> {
    const { reason } = await anchors.state()
    return reason ?? 'It goes out with the next anchor.'
  }

  return {
    days,
    /** Returns the audit, at most 5 seconds old. */
    current: () => cache.forceFetch('now'),
    /** Lists confirmed deposits. @param before id of the previous page's last deposit. */
    deposits: (before?: string): Promise<ConfirmedDeposit[]> =>
      confirmedDeposits(db, before),

    /**
     * Returns a player's leaf in the newest tree; undefined for players
     * registered later.
     */
    async proofFor(player: string): Promise<LiabilityProof | undefined> {
      const day = await lastDay(db)
      const found = day && (await leafOf(db, day.number, player))
      if (!(day && found?.log)) return undefined
      const before = await leafOf(db, day.number - 1, player)
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
    },
  }
}
