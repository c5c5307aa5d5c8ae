import { and, asc, eq, gte } from 'drizzle-orm'
import type { RaceHistoryAnswer, RacePhase, RacePush } from '#core/api/races.ts'
import { assert } from '#core/assert.ts'
import { coins } from '#core/money/coins.ts'
import type { HorseId } from '#core/race/horses.ts'
import { toSalt } from '#core/race/salt.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketHub } from '../../platform/ws/sockets.ts'
import { getTerminal, toEndedRecord } from './race-records.ts'
import {
  endedRaces,
  isOver,
  latestRace,
  type RaceBetRow,
  type RaceNow,
} from './races.store.ts'
import { raceBets } from './races.table.ts'

/** Maximum delay of bets that other processes accepted. */
const BETS_READ_EVERY_MS = 1_000

export type RaceView = ReturnType<typeof createRaceView>

/**
 * Caches the current race and its bets, which answer all polls and new sockets.
 * Reads the race after a leader's notification, and once a second.
 */
export function createRaceView(
  { db, hashes, log }: Pick<Platform, 'db' | 'hashes' | 'log'>,
  { broadcast }: Pick<SocketHub, 'broadcast'>,
) {
  let race: RaceNow | undefined
  let readAtMs = 0
  let history: RaceHistoryAnswer = []
  /** Stakes on the current race by player, and the indexes of their bets. */
  let stakes = new Map<string, Map<HorseId, number>>()
  let seen = new Set<number>()
  let betsReadAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const startedAtMs = performance.now()
    const next = await latestRace(db)
    const before = race
    if (!next || (before && before.number > next.number)) return
    race = next
    readAtMs = startedAtMs
    const isNext = next.number !== before?.number
    if (isNext) {
      stakes = new Map()
      seen = new Set()
      betsReadAtMs = Number.NEGATIVE_INFINITY
    } else if (next.status === before.status) return
    if (isOver(next) || !before) {
      const over = await endedRaces(db)
      history = over.map((one) => toEndedRecord(hashes, one))
    }
    if (before)
      for (const message of stepMessages(next, before)) broadcast(message)
  }

  async function readBets(): Promise<void> {
    const nowMs = performance.now()
    if (!race || nowMs - betsReadAtMs < BETS_READ_EVERY_MS) return
    betsReadAtMs = nowMs
    const { number } = race
    let firstUnseen = 0
    while (seen.has(firstUnseen)) firstUnseen += 1
    const { index, raceNumber } = raceBets
    const bets = await db
      .select()
      .from(raceBets)
      .where(and(eq(raceNumber, number), gte(index, firstUnseen)))
      .orderBy(asc(index))
    for (const bet of bets) add(number, bet)
  }

  /** Adds a committed bet. */
  function add(
    number: number,
    bet: Pick<RaceBetRow, 'amount' | 'horse' | 'index' | 'userId'>,
  ): void {
    if (number !== race?.number || seen.has(bet.index)) return
    seen.add(bet.index)
    const own = stakes.get(bet.userId) ?? new Map<HorseId, number>()
    own.set(bet.horse, (own.get(bet.horse) ?? 0) + bet.amount)
    stakes.set(bet.userId, own)
  }

  return {
    add,

    get race(): RaceNow | undefined {
      return race
    },

    history: (): RaceHistoryAnswer => history,

    /** Reads the race again; concurrent reads run one after the other. */
    refresh(): Promise<void> {
      reading = reading.then(read).catch((error: unknown) => {
        log.warn({ error }, 'race.refresh_failed')
      })
      return reading
    },

    /** Returns the messages for a new socket, at the database's time. */
    welcome(): RacePush[] {
      if (!race) return []
      const sinceMs = performance.now() - readAtMs
      return currentMessages(race, new Date(race.now.getTime() + sinceMs))
    },

    /** Returns a player's stakes on the current race, one entry per horse. */
    async readStakes(userId: string) {
      await readBets()
      const own = stakes.get(userId) ?? new Map<HorseId, number>()
      return Array.from(own, ([horseId, amount]) => ({
        horseId,
        amount: coins(amount),
      }))
    },
  }
}

const PHASES = {
  open: 'betting',
  closed: 'closed',
  running: 'running',
  settled: 'finished',
  void: 'finished',
} satisfies Record<RaceNow['status'], RacePhase>

/** Returns the messages that show the current race in a new browser. */
function currentMessages(race: RaceNow, now: Date): RacePush[] {
  const state = { type: 'raceState', ...toState(race, now) } as const
  if (race.status === 'running') return [state, toStartPush(race, now)]
  return PHASES[race.status] === 'finished'
    ? [state, toResultPush(race, now)]
    : [state]
}

/** Returns the messages of a race's next step. */
function stepMessages(race: RaceNow, before: RaceNow): RacePush[] {
  const { now, number, status } = race
  if (number !== before.number) {
    const next = { type: 'nextRace', ...toState(race, now) } as const
    return status === 'running' ? [next, toStartPush(race, now)] : [next]
  }
  if (status === 'running') return [toStartPush(race, now)]
  if (PHASES[status] === 'finished') return [toResultPush(race, now)]
  return [{ type: 'raceState', ...toState(race, now) }]
}

function toState(race: RaceNow, now: Date) {
  const { chain, closesAt, commitment, rulesVersion, saltChain, status } = race
  return {
    ...base(race, now),
    nextRaceTime: closesAt.getTime(),
    commitment,
    chainTerminal: getTerminal(chain),
    rulesVersion,
    ...(saltChain && { saltChain }),
    phase: PHASES[status],
  }
}

function toStartPush(race: RaceNow, now: Date): RacePush {
  const { epoch, saltBlock, serverSeed, startsAt } = race
  assert(
    saltBlock !== null && serverSeed !== null && startsAt !== null,
    'a running race has its seeds',
  )
  return {
    type: 'raceStart',
    ...base(race, now),
    startTime: startsAt.getTime(),
    serverSeed,
    salt: toSalt(saltBlock),
    saltBlock,
    epoch,
  }
}

function toResultPush(race: RaceNow, now: Date): RacePush {
  const end = { type: 'raceResult', ...base(race, now) } as const
  const { order } = race
  const [winner] = order ?? []
  if (!order || !winner) return { ...end, void: true }
  return { ...end, void: false, winner, order }
}

function base({ id: raceId, number }: RaceNow, now: Date) {
  return { timestamp: now.getTime(), raceId, number }
}
