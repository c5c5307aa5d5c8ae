import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleDeploymentFile } from '#testing/chain/sample-deployment.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { openTestServer } from '#testing/server/test-server.ts'

// Neither a node nor the feed answers here.
const NOWHERE = 'http://127.0.0.1:9'
const server = await openTestServer()

const read = (path: string) =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const rules = read('deploy/monitoring/rules.yml')
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { targets: { expr: string }[] }[]
}

test('alerts and panels use only metrics that the API exports', async () => {
  const { platform } = await server.startApi({
    env: {
      RPC_URL: NOWHERE,
      DEPLOYMENT_FILE: sampleDeploymentFile(testFolder()),
      OPERATOR_PRIVATE_KEY: `0x${'1'.repeat(64)}`,
      ODDS_API_KEY: '0123456789abcdef0123456789abcdef',
      ODDS_API_URL: NOWHERE,
    },
  })
  const exported = await platform.metrics.registry.getMetricsAsJSON()
  const known = new Set(exported.map(({ name }) => name))
  const queries = [
    rules,
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].join('\n')
  const used = [...queries.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+(?=[{[)]| [>=])/g)]
    .map(([name]) => name.replace(/_(?:bucket|count)$/, ''))
    .filter((name) => !name.startsWith('exported_'))
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !known.has(name))).toEqual([])
})

test('every alert names a heading of the guides', () => {
  const headings = [read('docs/operations.md'), read('docs/recovery.md')]
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('##'))
    .map((line) => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'))
  const alerts = rules.match(/- alert:/g) ?? []
  const runbooks = [
    ...rules.matchAll(/runbook: docs\/(?:operations|recovery)\.md#(.+)/g),
  ]
  expect(runbooks).toHaveLength(alerts.length)
  expect(runbooks.map(([, id]) => id)).toSatisfy((ids: string[]) =>
    ids.every((id) => headings.includes(id)),
  )
})
