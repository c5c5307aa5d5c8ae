import { eq, inArray } from 'drizzle-orm'
import {
  type LimitsAnswer,
  readLimits,
  setLimits,
  startBreak,
} from '#core/api/limits.ts'
import {
  type DayOfPlay,
  dayOfPlay,
  lostOn,
} from '#core/protection/day-of-play.ts'
import {
  type DailyLimits,
  leftOn,
  limitsAt,
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
import { playerLimits } from './limits.table.ts'

export type LimitsModule = ReturnType<typeof openLimits>

export function openLimits(
  { betDb, clock, db }: Pick<Platform, 'betDb' | 'clock' | 'db'>,
  { fairness }: { fairness: Record<'forBets' | 'service', Snapshots> },
) {
  const service = openLimitsService({ clock, db }, fairness.service)
  return {
    service,
    /** Uses the connections of bets. */
    forBets: openLimitsService({ clock, db: betDb }, fairness.forBets),
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

export type LimitsService = ReturnType<typeof openLimitsService>

/** Reads and sets players' own limits; services that take stakes enforce them. */
function openLimitsService(
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
      return answerOf(nowMs, { limits: next, day })
    })
  }

  return {
    async of(userId: string): Promise<LimitsAnswer> {
      return answerOf(clock().getTime(), await find(db, userId))
    },

    async ofPlayers(userIds: readonly string[]) {
      const rows = await db
        .select()
        .from(playerLimits)
        .where(inArray(playerLimits.userId, [...userIds]))
      return new Map(rows.map((row) => [row.userId, limitsOf(row)]))
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
  return { limits: set ? limitsOf(set) : NO_LIMITS, day }
}

async function store(tx: Transaction, userId: string, limits: PlayerLimits) {
  const { dailyStake, dailyLoss, pending, coolOffUntilMs } = limits
  const row = {
    dailyStake,
    dailyLoss,
    pendingDailyStake: pending?.dailyStake ?? null,
    pendingDailyLoss: pending?.dailyLoss ?? null,
    pendingFrom: pending && new Date(pending.fromMs),
    coolOffUntil: coolOffUntilMs === null ? null : new Date(coolOffUntilMs),
  }
  await tx
    .insert(playerLimits)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: playerLimits.userId, set: row })
}

function limitsOf(row: typeof playerLimits.$inferSelect): PlayerLimits {
  const { dailyStake, dailyLoss, pendingFrom, coolOffUntil } = row
  const pending = pendingFrom && {
    dailyStake: row.pendingDailyStake,
    dailyLoss: row.pendingDailyLoss,
    fromMs: pendingFrom.getTime(),
  }
  const coolOffUntilMs = coolOffUntil?.getTime() ?? null
  return { dailyStake, dailyLoss, pending, coolOffUntilMs }
}

function answerOf(nowMs: number, row: LimitsRow): LimitsAnswer {
  const limits = limitsAt(nowMs, row.limits)
  const { dailyStake, dailyLoss, pending, coolOffUntilMs } = limits
  const day = dayOfPlay(nowMs, row.day)
  return {
    dailyStake,
    dailyLoss,
    pending: pending && {
      dailyStake: pending.dailyStake,
      dailyLoss: pending.dailyLoss,
      from: new Date(pending.fromMs).toISOString(),
    },
    coolOffUntil:
      coolOffUntilMs === null ? null : new Date(coolOffUntilMs).toISOString(),
    today: { staked: day.staked, lost: lostOn(day) },
  }
}

/** A requested bet: true when it starts a round, and its price in coins. */
type Asked = { isStart: boolean; price: number }

/** Totals that a player's limits apply to. */
type Usage = {
  nowMs: number
  day: DayOfPlay
  /** Coins of other bets being decided, if all of them lose. */
  staked: number
}

/** Refuses what the player's limits exclude; breaks let open rounds finish. */
export function requireWithinLimits(
  { isStart, price }: Asked,
  set: PlayerLimits,
  { nowMs, day, staked }: Usage,
): void {
  const limits = limitsAt(nowMs, set)
  const { coolOffUntilMs } = limits
  if (isStart && coolOffUntilMs !== null) {
    const coolOffUntil = new Date(coolOffUntilMs).toISOString()
    throw new Refusal('on_break', { limit: 'coolOff', coolOffUntil })
  }
  if (price === 0) return
  const leftOf = leftOn(day, limits)
  for (const limit of ['dailyStake', 'dailyLoss'] as const) {
    const left = leftOf[limit]
    if (left !== null && price > left - staked) {
      throw new Refusal('player_limit', { limit, most: limits[limit], left })
    }
  }
}
