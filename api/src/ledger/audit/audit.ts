import {
  listClosedDays,
  listConfirmedDeposits,
  readAudit,
  readOwnLiability,
} from '#core/api/audit.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease, whileLeading } from '../../platform/db/lease.ts'
import type { Module, Platform } from '../../platform/platform.ts'
import type { AnchorsService } from '../anchors/anchors.service.ts'
import { AuditService } from './audit.service.ts'
import { AuditStore } from './audit.store.ts'
import { DayCloser } from './day-closer.ts'

const LOOK_EVERY_MS = 5_000
/** Newest digests to anchor. They bind those of older days. */
const DIGESTS_ANCHORED = 30

type Needs = Pick<Config, 'auditEveryMs'> & {
  anchors: { service: Pick<AnchorsService, 'anchorOf' | 'state'> }
}

/** What the house owes and what it logged, for everybody to check. */
export function openAudit(
  platform: Platform,
  { anchors, auditEveryMs: everyMs }: Needs,
): Module {
  const service = new AuditService({
    ...platform,
    anchors: {
      anchorOf: (root) => anchors.service.anchorOf(root),
      unanchored: async () =>
        (await anchors.service.state()).reason ??
        'It goes out with the next anchor.',
    },
    nowMs: () => performance.now(),
  })
  const { entropy } = platform.secretsOf('audit')
  const closer = new DayCloser({ ...platform, entropy, everyMs })
  const lease = new Lease('audit', platform)
  const run = whileLeading(lease, (term, signal) => closer.tick(term, signal))
  return {
    mount(serve) {
      serve(readAudit, () => service.current())
      serve(listClosedDays, async ({ query: { before } }) => ({
        days: await service.days(before ? Number(before) : undefined),
      }))
      serve(listConfirmedDeposits, async ({ query: { before } }) => ({
        deposits: await service.deposits(before),
      }))
      serve(readOwnLiability, async ({ playerId }) => ({
        proof: (await service.proofFor(playerId)) ?? null,
      }))
    },
    jobs: [{ name: 'audit', everyMs: LOOK_EVERY_MS, run }],
    release: () => lease.release(),
  }
}

/** Lists the newest days' digests for the next anchor. */
export async function publishedDigests(
  db: Database,
): Promise<{ number: number; hash: string }[]> {
  const days = await new AuditStore(db).days({ limit: DIGESTS_ANCHORED })
  return days.map(({ number, digest: hash }) => ({ number, hash }))
}
