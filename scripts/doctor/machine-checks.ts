import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Pool } from 'pg'
import { highWaterMark } from '../../api/src/betting/restores/high-water-mark.ts'
import type { Config } from '../../api/src/config.ts'
import { below, type Finding, finding, skip, warn } from './finding.ts'

const COLLECTOR_MS = 5_000
const FULL_PERCENT = { warn: 90, fail: 97 }
const MARK = 'a file outside of DATA_DIR, the database and its backups'

export async function machineChecks(
  pool: Pool,
  {
    highWaterFile: file,
    traces,
    webDir,
  }: Pick<Config, 'highWaterFile' | 'traces' | 'webDir'>,
  dataDir: string,
): Promise<Finding[]> {
  return [
    await finding('site', 'run npm run build', async () => {
      if (!webDir) return skip('WEB_DIR is not set')
      await access(join(webDir, 'index.html'))
      return `built in ${webDir}`
    }),
    await finding('high-water file', `use ${MARK}`, async () => {
      if (!file) return warn('HIGH_WATER_FILE is not set', `set it to ${MARK}`)
      await access(dirname(file), constants.W_OK)
      if (!relative(dataDir, file).startsWith('..')) {
        throw new Error(`copies of ${dataDir} include ${file}`)
      }
      const { rows } = await pool.query(
        `SELECT id, (SELECT coalesce(max(id), 0) FROM batches) AS last
        FROM seed_lineages ORDER BY first_epoch DESC LIMIT 1`,
      )
      const [{ id, last }] = rows
      const mark = await highWaterMark(file).readMark(id)
      if (mark > last) {
        throw new Error(`the database lacks postings ${last + 1} to ${mark}`)
      }
      return mark === 0
        ? warn('knows nothing of this database', 'start the API')
        : `writable, posting ${mark} of ${last}`
    }),
    await finding('traces', 'correct OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
      if (!traces) return skip('OTEL_EXPORTER_OTLP_ENDPOINT is not set')
      const { status } = await fetch(traces.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"resourceSpans":[]}',
        signal: AbortSignal.timeout(COLLECTOR_MS),
      })
      return `the collector is reached, and answers ${status}`
    }),
    await finding('disk', 'check DATA_DIR', async () => {
      const { bavail, blocks, bsize } = await statfs(file ? dirname(file) : '.')
      const full = Math.round(100 - (bavail / blocks) * 100)
      const text = `${full} % full, ${Math.round((bavail * bsize) / 1e9)} GB free`
      return below(full, FULL_PERCENT, text, 'free space')
    }),
  ]
}
