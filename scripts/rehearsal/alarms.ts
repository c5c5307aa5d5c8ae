import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { readOverview } from '#core/api/operator/overview.ts'
import { assert } from '#core/assert.ts'
import { runScript } from '#testing/process/run-script.ts'
import { answersOk, freePort } from '../process/ports.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'
import type { Stage } from '../product/stage.ts'
import type { PilotSite } from './pilot-site.ts'
import { registration, sessionCookie } from './visits.ts'

const OPERATOR = 'operator'
const READ_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 5_000
const RULES = join(PROJECT_ROOT, 'deploy/monitoring/rules.yml')
const FIRED =
  'max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[1d]))'

const firedAlerts = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.object({ alertname: z.string() }) })),
  }),
})

/** Watches as operators do: the page, and Prometheus with the shipped rules. */
export async function watchAlarms(
  stage: Stage,
  site: PilotSite,
  expects: (code: string) => boolean,
) {
  const prometheus = await startPrometheus(stage, site)
  const cookie = await enrollOperator(stage, site)
  const expected = new Set<string>()
  const unexpected = new Set<string>()
  const over = new AbortController()
  const { signal } = over

  async function read(): Promise<void> {
    const answer = await fetch(site.url + readOverview.path, {
      headers: { cookie },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (!answer.ok) return
    const overview = readOverview.answer.parse(await answer.json())
    for (const { code, message } of overview.alarms) {
      const kinds = expects(code) ? expected : unexpected
      if (kinds.has(code)) continue
      kinds.add(code)
      const kind = kinds === expected ? 'expected' : 'unexpected'
      console.log(`${new Date().toISOString()} ${kind} ${code}: ${message}`)
    }
  }

  const watch = async () => {
    while (!signal.aborted) {
      // It has no answer while its process or the database is away.
      await read().catch(() => undefined)
      await sleep(READ_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const watching = watch()

  return {
    unexpected,
    /** @returns names of the alerts that fired */
    async stop(): Promise<string[]> {
      over.abort()
      await watching
      const query = new URLSearchParams({ query: FIRED })
      const answer = await fetch(`${prometheus}/api/v1/query?${query}`)
      const { data } = firedAlerts.parse(await answer.json())
      return data.result.map(({ metric }) => metric.alertname)
    },
  }
}

/** @returns its URL */
async function startPrometheus(
  { directory, runner }: Stage,
  { cluster }: PilotSite,
): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`
  const config = join(directory, 'prometheus.yml')
  const targets = cluster.apis.map((api) => api.address)
  const settings = {
    global: { scrape_interval: '15s', evaluation_interval: '15s' },
    rule_files: [RULES],
    scrape_configs: [{ job_name: 'casino-api', static_configs: [{ targets }] }],
  }
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(settings))
  await runner.launch({
    name: 'prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory, 'prometheus')}`,
      `--web.listen-address=${address}`,
    ],
    isReady: () => answersOk(`http://${address}/-/ready`),
  })
  return `http://${address}`
}

/** Registers an operator. @returns the Cookie header */
async function enrollOperator(stage: Stage, { url }: PilotSite) {
  const answer = await fetch(`${url}/api/register`, registration(OPERATOR))
  assert(answer.ok, 'the operator registers')
  const args = ['grant', OPERATOR]
  const { code, stderr } = await runScript('operator.ts', args, stage.env)
  assert(code === 0, `the operator is granted the role: ${stderr}`)
  return sessionCookie(answer)
}
