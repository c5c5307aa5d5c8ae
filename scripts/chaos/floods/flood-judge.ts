import {
  asItIs,
  atLeast,
  atMost,
  type Measure,
  none,
  rounded,
} from '../../cli/measures.ts'
import { brokenPromises } from '../acknowledged-rounds.ts'
import { violations } from '../judge.ts'
import type { Bystanders } from './bystanders.ts'
import { KINDS, type Kind, percentile, type Timings } from './timings.ts'

/** Three times as long as usual is noticed, unless both are short. */
const TIMES_QUIET = 3
/**
 * What nobody notices, for each second that service may be away: 250 ms where
 * these are 10. Two cores that also run the attacker, the players and
 * PostgreSQL make some requests wait that long by themselves.
 */
const UNNOTICED_MS_PER_SECOND = 25

export type FloodOutcome = {
  bystanders: Bystanders
  quiet: Timings
  flooded: Timings
  databaseUrl: string
  backWithin: number
}

/** What holds in each flood: nobody else notices, and nothing is lost. */
export async function judgeFlood(
  flood: string,
  outcome: FloodOutcome,
): Promise<Measure[]> {
  const { bystanders, databaseUrl } = outcome
  const { players, refusals } = bystanders
  const { acknowledged, surprises, repeatedTries } = players
  for (const what of new Set([...surprises, ...refusals])) {
    console.log(`  ${what}`)
  }
  return [
    ...KINDS.flatMap((kind) => delays(`${flood}_${kind}`, kind, outcome)),
    none(`${flood}_refusals`, refusals.length + repeatedTries),
    none(
      `${flood}_broken_promises`,
      await brokenPromises(databaseUrl, acknowledged),
    ),
    none(`${flood}_audit_violations`, await violations(databaseUrl)),
    none(`${flood}_surprises`, surprises.length),
    atLeast(1, {
      name: `${flood}_bets_answered`,
      value: acknowledged.length,
      unit: 'bets',
    }),
  ]
}

function delays(
  name: string,
  kind: Kind,
  { quiet, flooded, backWithin }: FloodOutcome,
): Measure[] {
  const usual = p99Of(`${name}_quiet`, quiet[kind])
  const bar = Math.max(
    TIMES_QUIET * usual.value,
    UNNOTICED_MS_PER_SECOND * backWithin,
  )
  return [asItIs(usual), atMost(rounded(bar), p99Of(name, flooded[kind]))]
}

function p99Of(name: string, durationsMs: readonly number[]) {
  const median = rounded(percentile(durationsMs, 50))
  const unit = `ms p99 (p50 ${median}, of ${durationsMs.length})`
  return { name, value: rounded(percentile(durationsMs, 99)), unit }
}
