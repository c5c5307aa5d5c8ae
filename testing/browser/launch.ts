import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { runningParts } from '../../scripts/process/parts.ts'
import { type Product, startProduct } from './start-product.ts'

type Options = Omit<Parameters<typeof startProduct>[0], 'dataDir'>

/** Creates the data folder of one test. */
export function dataFolder(): string {
  const { dataDir, remove } = newFolder()
  onTestFinished(remove)
  return dataDir
}

/** Starts a product for one test. */
export async function launch(
  dataDir: string,
  options: Options = {},
): Promise<Product> {
  const product = await startProduct({ dataDir, ...options })
  onTestFinished(async () => void (await product.stop()))
  return product
}

/** The product of one test file. `running` restarts it over the same data if a test ended it. */
export function productOfFile(options: Options = {}) {
  const { dataDir, remove } = newFolder()
  let running: Product | undefined
  afterAll(async () => {
    await running?.stop()
    remove()
  })
  return {
    dataDir,
    /** @param env of a product that this call starts */
    async running(env: NodeJS.ProcessEnv = {}): Promise<Product> {
      if (running) return running
      const started = await startProduct({ dataDir, ...options, env })
      running = started
      void started.ended.then(() => {
        running = undefined
      })
      return started
    },
  }
}

function newFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'casino-launch-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  return { dataDir, remove }
}

const PARTS = ['chain', 'api', 'indexer', 'postgres']

/** Returns the processes of a product. */
export function partPids(dataDir: string): number[] {
  return PARTS.map((name) => partPid(dataDir, name))
}

/** @throws if the product doesn't run this part */
export function partPid(dataDir: string, name: string): number {
  const pid = runningParts(dataDir).find((part) => part.name === name)?.pid
  if (pid === undefined) throw new Error(`${name} is not running`)
  return pid
}
