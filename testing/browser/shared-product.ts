import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startOddsFeed } from '#testing/feeds/odds-feed.ts'
import { startProduct } from './start-product.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface ProvidedContext {
    /** URL of the product that all journeys share. */
    productUrl: string
    /** Its data directory. */
    dataDir: string
    /** URL that sets its feed of NBA games. */
    oddsControlUrl: string
  }
}

/** Global setup of Vitest: starts the product of all journeys. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'casino-e2e-'))
  const feed = await startOddsFeed()
  const often = { ANCHOR_EVERY_SECONDS: '2', AUDIT_EVERY_SECONDS: '5' }
  const env = { ...feed.env, ...often }
  const product = await startProduct({ dataDir, env })
  // An interrupted run skips the teardown, but must not leave the product.
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
