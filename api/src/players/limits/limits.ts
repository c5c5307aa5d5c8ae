import { eq, inArray } from 'drizzle-orm'
import {
  type LimitsAnswer,
  readLimits,
  setLimits,
  startBreak,
} from '#core/api/limits.ts'
import {
  byDailyLimit,
  byUsedTotal,
  DAILY_LIMITS,
  type DailyLimits,
} from '#core/protection/daily-limits.ts'
import { type DayOfPlay, dayOfPlay } from '#core/protection/day-of-play.ts'
import {
  getLimitsAt,
  getRemainingLimits,
  NO_LIMITS,
  type PlayerLimits,
  withCoolOff,
  withDailyLimits,
} from '#core/protection/player-limits.ts'
import { Refusal } from '#core/refusals.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { users } from '../auth/auth.table.ts'
import { PENDING_COLUMNS, playerLimits } from './limits.table.ts'

export type LimitsModule = ReturnType<typeof createLimits>

export function createLimits(
  { betDb, clock, db }: Pick<Platform, 'betDb' | 'clock' | 'db'>,
  { fairness }: { fairness: Record<'forBets' | 'service', Snapshots> },
) {
  const service = createLimitsService({ clock, db }, fairness.service)
  return {
    service,
    /** Uses the connections of bets. */
    forBets: createLimitsService({ clock, db: betDb }, fairness.forBets),
    mount(serve: Serve) {
      serve(readLimits, ({ playerId }) => service.of(playerId))
      serve(setLimits, ({ body, playerId }) => service.setDaily(playerId, body))
      serve(startBreak, ({ body, playerId }) =>
        service.coolOff(playerId, body.minutes),
      )
    },
  }
}

type LimitsRow = { limits: PlayerLimits; day: DayOfPlay }

/** Limits are part of the player snapshots that bets are decided from. */
export type Snapshots = {
  outdateSnapshot(tx: Transaction, userId: string): Promise<void>
}

export type LimitsService = ReturnType<typeof createLimitsService>

/** Reads and sets players' own limits; services that take stakes enforce them. */
function createLimitsService(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  fairness: Snapshots,
) {
  /** Outdates the player's snapshot, so that pending bets are decided again. */
  function change(
    userId: string,
    changed: (nowMs: number, limits: PlayerLimits) => PlayerLimits,
  ): Promise<LimitsAnswer> {
    return db.transaction(async (tx) => {
      // Serializes changes by the same player.
      await fairness.outdateSnapshot(tx, userId)
      const nowMs = clock().getTime()
      const { limits, day } = await find(tx, userId)
      const next = changed(nowMs, limits)
      await store(tx, userId, next)
      return toAnswer(nowMs, { limits: next, day })
    })
  }

  return {
    async of(userId: string): Promise<LimitsAnswer> {
      return toAnswer(clock().getTime(), await find(db, userId))
    },

    async ofPlayers(userIds: readonly string[]) {
      const rows = await db
        .select()
        .from(playerLimits)
        .where(inArray(playerLimits.userId, [...userIds]))
      return new Map(rows.map((row) => [row.userId, getLimits(row)]))
    },

    setDaily: (userId: string, wanted: DailyLimits) =>
      change(userId, (nowMs, limits) => withDailyLimits(nowMs, limits, wanted)),

    coolOff: (userId: string, minutes: number) =>
      change(userId, (nowMs, limits) => withCoolOff(nowMs, limits, minutes)),
  }
}

/** @throws signed_out when the player does not exist. */
async function find(db: Database, userId: string): Promise<LimitsRow> {
  const [row] = await db
    .select({
      set: playerLimits,
      day: users.playDay,
      staked: users.stakedToday,
      paid: users.paidToday,
    })
    .from(users)
    .leftJoin(playerLimits, eq(playerLimits.userId, users.id))
    .where(eq(users.id, userId))
  if (!row) throw new Refusal('signed_out')
  const { set, ...day } = row
  return { limits: set ? getLimits(set) : NO_LIMITS, day }
}

async function store(tx: Transaction, userId: string, limits: PlayerLimits) {
  const { pending, coolOffUntilMs, ...daily } = limits
  const pendingDaily = DAILY_LIMITS.map(({ kind }) => [
    PENDING_COLUMNS[kind],
    pending?.[kind] ?? null,
  ])
  const row = {
    ...daily,
    ...Object.fromEntries(pendingDaily),
    pendingFrom: pending && new Date(pending.fromMs),
    coolOffUntil: coolOffUntilMs === null ? null : new Date(coolOffUntilMs),
  }
  await tx
    .insert(playerLimits)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: playerLimits.userId, set: row })
}

function getLimits(row: typeof playerLimits.$inferSelect): PlayerLimits {
  const { pendingFrom, coolOffUntil } = row
  return {
    ...byDailyLimit(({ kind }) => row[kind]),
    pending: pendingFrom && {
      ...byDailyLimit(({ kind }) => row[PENDING_COLUMNS[kind]]),
      fromMs: pendingFrom.getTime(),
    },
    coolOffUntilMs: coolOffUntil?.getTime() ?? null,
  }
}

function toAnswer(nowMs: number, row: LimitsRow): LimitsAnswer {
  const limits = getLimitsAt(nowMs, row.limits)
  const { pending, coolOffUntilMs, ...daily } = limits
  const day = dayOfPlay(nowMs, row.day)
  return {
    ...daily,
    pending: pending && createPending(pending),
    coolOffUntil:
      coolOffUntilMs === null ? null : new Date(coolOffUntilMs).toISOString(),
    today: byUsedTotal(({ usedOn }) => usedOn(day)),
  }
}

function createPending({
  fromMs,
  ...daily
}: NonNullable<PlayerLimits['pending']>) {
  return { ...daily, from: new Date(fromMs).toISOString() }
}

/** A requested bet: true when it starts a round, and its price in coins. */
type RequestedBet = { isStart: boolean; price: number }

/** Totals that a player's limits apply to. */
type Usage = {
  nowMs: number
  day: DayOfPlay
  /** Coins of other bets being decided, if all of them lose. */
  maxLoss: number
}

/** Refuses what the player's limits exclude; breaks let open rounds finish. */
export function requireWithinLimits(
  { isStart, price }: RequestedBet,
  set: PlayerLimits,
  { nowMs, day, maxLoss }: Usage,
): void {
  const limits = getLimitsAt(nowMs, set)
  const { coolOffUntilMs } = limits
  if (isStart && coolOffUntilMs !== null) {
    const coolOffUntil = new Date(coolOffUntilMs).toISOString()
    throw new Refusal('on_break', { limit: 'coolOff', coolOffUntil })
  }
  if (price === 0) return
  const leftByLimit = getRemainingLimits(day, limits)
  for (const { kind } of DAILY_LIMITS) {
    const most = limits[kind]
    const left = leftByLimit[kind]
    if (most !== null && left !== null && price > left - maxLoss) {
      throw new Refusal('player_limit', { limit: kind, most, left })
    }
  }
}
