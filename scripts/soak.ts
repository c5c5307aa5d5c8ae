import { parseArgs } from 'node:util'
import { inChunks } from '../api/src/platform/batches.ts'
import { countFailures, createMove, gameLoad } from './bench/load.ts'
import { enrollPlayers } from './bench/players.ts'
import { LaunchError } from './cli/launch-error.ts'
import {
  atLeast,
  atMost,
  type Measure,
  none,
  percentile,
  report,
  rounded,
  withoutBar,
} from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import { gameKits } from './game-kits/game-kits.ts'
import { residentMb } from './process/system-processes.ts'
import { onStage, type Stage } from './product/stage.ts'

const PLAYERS = 1_000
const CONNECTIONS = 64
const WARM_UP_SECONDS = 10
const INTERVALS = 30
/** Allowed growth, relative to the first third of the run. */
const GROWTH_BAR_PERCENT = 20

/** Tables whose rows are updated in place, so that only bloat makes them grow. */
const UPDATED = '{users,global_stats,game_totals,open_rounds,session}'
const APPENDED = '{transactions,rounds,batches,kept_answers}'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
})

type Sample = {
  perSecond: number
  p99Ms: number
  memoryMb: number
  updatedMb: number
  /** Stored for each bet since the previous sample. */
  bytesOfBet: number
}

// npm run soak [-- --minutes <number>] [--json]: bets at half of the peak.
await runCommand(async () => {
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new LaunchError('--minutes: a number above 0')
  report(await onStage((stage) => soakRows(stage, minutes)), values)
})

/** Plays all games at half of the peak, and compares the last third with the first. */
async function soakRows(stage: Stage, minutes: number): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const groups = [...inChunks(cookies, Math.ceil(PLAYERS / gameKits.length))]
  const { process, url: origin } = await stage.startApi()

  /** Plays each game with its own players. */
  async function play(seconds: number, perSecondMax?: number) {
    const loads = gameKits.map(({ calls, game: { choices, path } }, at) =>
      gameLoad({
        origin,
        cookies: groups[at] ?? [],
        connections: CONNECTIONS / gameKits.length,
        move: createMove(calls),
        openRound: choices && `/api/games/${path}`,
        duration: seconds,
        ...(perSecondMax && { overallRate: perSecondMax / gameKits.length }),
      }),
    )
    const results = await Promise.all(loads)
    const perSecond = results.reduce((sum, one) => sum + one.perSecond, 0)
    const p99Ms = Math.max(...results.map((one) => one.p99Ms))
    return { perSecond, p99Ms, failures: countFailures([results]) }
  }

  await play(WARM_UP_SECONDS)
  const peak = await play(WARM_UP_SECONDS)
  const half = peak.perSecond / 2
  const samples: Sample[] = []
  let failures = peak.failures
  let before = await storedIn(stage)
  for (let interval = 1; interval <= INTERVALS; interval += 1) {
    const played = await play((minutes * 60) / INTERVALS, half)
    const after = await storedIn(stage)
    const sample = {
      perSecond: Math.round(played.perSecond),
      p99Ms: played.p99Ms,
      memoryMb: Math.round(residentMb(process.pid)),
      updatedMb: after.updatedMb,
      bytesOfBet: Math.round(
        (after.appended - before.appended) / (after.bets - before.bets),
      ),
    }
    samples.push(sample)
    failures += played.failures
    before = after
    const minute = rounded((interval * minutes) / INTERVALS, 1)
    console.log(minute, 'min', JSON.stringify(sample))
  }
  const rates = samples.map(({ perSecond }) => perSecond)
  return [
    withoutBar('soak_bets', half, 'a second, half of the peak'),
    atLeast('soak_slowest', Math.min(...rates) / half, '× half', 0.9),
    ...(['p99Ms', 'memoryMb', 'updatedMb', 'bytesOfBet'] as const).flatMap(
      (figure) => growthOf(samples, figure),
    ),
    none('soak_failed', failures, 'answers'),
  ]
}

/** Compares medians of thirds, since single samples vary. */
function growthOf(samples: readonly Sample[], figure: keyof Sample): Measure[] {
  const all = samples.map((sample) => sample[figure])
  const third = INTERVALS / 3
  const first = percentile(all.slice(0, third), 50)
  const last = percentile(all.slice(-third), 50)
  const percent = (last / first - 1) * 100
  return [
    withoutBar(`soak_${figure}`, last, 'at the end'),
    atMost(`soak_${figure}_growth`, percent, '%', GROWTH_BAR_PERCENT),
  ]
}

async function storedIn({ database }: Stage) {
  const { rows } = await database.query<Record<string, string>>(
    `SELECT (SELECT sum(total_bets_placed) FROM global_stats) AS bets,
       (SELECT sum(pg_total_relation_size(t)) FROM unnest($1::regclass[]) AS t) AS updated,
       (SELECT sum(pg_total_relation_size(t)) FROM unnest($2::regclass[]) AS t) AS appended`,
    [UPDATED, APPENDED],
  )
  const { appended, bets, updated } = rows[0] ?? {}
  return {
    bets: Number(bets),
    updatedMb: rounded(Number(updated) / 2 ** 20),
    appended: Number(appended),
  }
}
