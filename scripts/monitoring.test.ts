import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeMetrics } from '../api/src/platform/metrics.ts'

const read = (path: string) =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const rules = read('deploy/monitoring/rules.yml')
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { targets: { expr: string }[] }[]
}

test('alerts and panels use only metrics that the API exports', async () => {
  const exported = await makeMetrics().registry.getMetricsAsJSON()
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

test('every alert names a heading of the operations guide', () => {
  const headings = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('##'))
    .map((line) => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'))
  const alerts = rules.match(/- alert:/g) ?? []
  const runbooks = [...rules.matchAll(/runbook: docs\/operations\.md#(.+)/g)]
  expect(runbooks).toHaveLength(alerts.length)
  expect(runbooks.map(([, id]) => id)).toSatisfy((ids: string[]) =>
    ids.every((id) => headings.includes(id)),
  )
})
