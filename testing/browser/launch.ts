import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { type Product, startProduct } from './start-product.ts'

type Options = Omit<Parameters<typeof startProduct>[0], 'dataDir'>

/** Where a product of one test keeps its data. */
export function dataFolder(): string {
  const { dataDir, remove } = newFolder()
  onTestFinished(remove)
  return dataDir
}

/** A product of one test, stopped after it. */
export async function launch(
  dataDir: string,
  options: Options = {},
): Promise<Product> {
  const product = await startProduct({ dataDir, ...options })
  onTestFinished(async () => void (await product.stop()))
  return product
}

/**
 * The product of one test file: a test may end it, and whoever asks for it next
 * starts it again over the same data.
 */
export function productOfFile(options: Options = {}) {
  const { dataDir, remove } = newFolder()
  let running: Product | undefined
  afterAll(async () => {
    await running?.stop()
    remove()
  })
  return {
    dataDir,
    /** @param env only for one that is started by this call. */
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

/** The processes that a product runs, by the lock on its data. */
export function partPids(dataDir: string): number[] {
  return PARTS.map((name) => partPid(dataDir, name))
}

/** @throws when this product does not run such a part itself. */
export function partPid(dataDir: string, name: string): number {
  const lock = readFileSync(join(dataDir, 'lock.json'), 'utf8')
  const parts: { name: string; pid: number }[] = JSON.parse(lock).parts
  const pid = parts.find((part) => part.name === name)?.pid
  if (pid === undefined) throw new Error(`${name} is not running`)
  return pid
}
