import {
  listClosedDays,
  listConfirmedDeposits,
  readAudit,
  readOwnLiability,
} from '#core/api/audit.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { openLease, whileLeading } from '../../platform/db/lease.ts'
import type { Module, Platform } from '../../platform/platform.ts'
import type { AnchorsService } from '../anchors/anchors.service.ts'
import { openAuditService } from './audit.service.ts'
import { listDays } from './audit.store.ts'
import { openDayCloser } from './day-closer.ts'

const CHECK_EVERY_MS = 5_000

/** Opens the public audit of liabilities and logs. */
export function openAudit(
  platform: Platform,
  {
    anchors,
    auditEveryMs: everyMs,
  }: Pick<Config, 'auditEveryMs'> & {
    anchors: { service: Pick<AnchorsService, 'anchorOf' | 'state'> }
  },
): Module {
  const service = openAuditService({ ...platform, anchors: anchors.service })
  const { entropy } = platform.secretsOf('audit')
  const closer = openDayCloser({ ...platform, entropy, everyMs })
  const lease = openLease('audit', platform)
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
    jobs: [
      {
        name: 'audit',
        everyMs: CHECK_EVERY_MS,
        run: whileLeading(lease, closer.tick),
      },
    ],
    release: () => lease.release(),
  }
}

/** Lists the newest days' digests for the next anchor. They bind older ones. */
export async function publishedDigests(
  db: Database,
): Promise<{ number: number; hash: string }[]> {
  const days = await listDays(db)
  return days.map(({ number, digest: hash }) => ({ number, hash }))
}
