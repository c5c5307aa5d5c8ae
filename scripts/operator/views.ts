import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { houseViews } from './house-views.ts'
import { tableOf } from './table.ts'

export const VIEWS_USAGE = `npm run operator -- overview           how the house stands, and what is alarming
npm run operator -- games              what games paid back, and what is to be expected
npm run operator -- series [hours]     the totals of the last hours, minute by minute
npm run operator -- races [before]     races with their bets, newest first
npm run operator -- outbox [before]    what the house sends to the chain, newest first
npm run operator -- unattributed       deposits that no transaction explains, newest first`

const HOURS_DEFAULT = 6

type View = (db: Database, args: readonly string[]) => Promise<string>

/** Prints the answer of the endpoint with the same name. */
export const views = {
  async overview(db, args) {
    requireNone(args)
    const { overview } = await houseViews(db)
    const { alarms, anchors, ...state } = await overview.read()
    const { chain: _chain, jobs: _jobs, ...house } = state
    const rows = Object.entries(house).map(([part, state]) => ({ part, state }))
    const anchoring = { part: 'anchors', state: anchors.reason ?? 'on' }
    return `${tableOf([...rows, anchoring])}\n\nAlarms\n${tableOf(alarms)}`
  },
  async games(db, args) {
    requireNone(args)
    const { returns } = await houseViews(db)
    const { games } = await returns()
    return tableOf(
      games.map(({ expected, jackpot, ...game }) => ({
        ...game,
        ...(expected ?? NOTHING_EXPECTED),
        jackpots: jackpot?.hits ?? null,
      })),
    )
  },
  async series(db, args) {
    const { samples } = await houseViews(db)
    return tableOf(await samples.lastHours(numberIn(args) ?? HOURS_DEFAULT))
  },
  async races(db, args) {
    const { races } = await houseViews(db)
    return tableOf(
      await races.page({ before: textIn(args) }, OPERATOR_PAGE_SIZE),
    )
  },
  async outbox(db, args) {
    const { outboxPage } = await houseViews(db)
    return tableOf(
      await outboxPage({ before: textIn(args) }, OPERATOR_PAGE_SIZE),
    )
  },
  async unattributed(db, args) {
    requireNone(args)
    const { deposits } = await houseViews(db)
    const found = await deposits.unattributed({}, OPERATOR_PAGE_SIZE)
    const gaps = await deposits.gaps()
    return `${tableOf(found)}\n\nSeen at one block so far\n${tableOf(gaps)}`
  },
} satisfies Record<string, View>

const NOTHING_EXPECTED = {
  returnPercent: null,
  leastPercent: null,
  mostPercent: null,
  sigmas: null,
  isCredible: null,
}

function requireNone(args: readonly string[]): void {
  if (args.length > 0) throw new LaunchError(VIEWS_USAGE)
}

function textIn([text, ...more]: readonly string[]): string | undefined {
  if (more.length > 0 || (text && !/^\d{1,15}$/.test(text))) {
    throw new LaunchError(VIEWS_USAGE)
  }
  return text
}

function numberIn(args: readonly string[]): number | undefined {
  const text = textIn(args)
  return text === undefined ? undefined : Number(text)
}
