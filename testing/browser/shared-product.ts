import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startOddsFeed } from '#testing/feeds/odds-feed.ts'
import { startProduct } from './start-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product runs that all journeys share. */
    productUrl: string
    /** Where it keeps its data. */
    dataDir: string
    /** What tells its feed of NBA games what to say. */
    oddsControlUrl: string
  }
}

/** Vitest's global setup: the product is started once for all journeys. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'casino-e2e-'))
  const feed = await startOddsFeed()
  const often = { ANCHOR_EVERY_SECONDS: '2', AUDIT_EVERY_SECONDS: '5' }
  const env = { ...feed.env, ...often }
  const product = await startProduct({ dataDir, env })
  // An interrupted test run skips the teardown; the product must not outlive it.
  const stopAtExit = () => product.kill('SIGTERM')
  process.once('exit', stopAtExit)
  project.provide('productUrl', product.url)
  project.provide('dataDir', dataDir)
  project.provide('oddsControlUrl', feed.controlUrl)
  return async () => {
    process.off('exit', stopAtExit)
    await product.stop()
    feed.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
