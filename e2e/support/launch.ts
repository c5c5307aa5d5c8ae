import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Product, startProduct } from './start-product.ts'

/** Where a product of one test keeps its data. */
export function dataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'casino-launch-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** A product of one test, stopped after it. */
export async function launch(
  dataDir: string,
  more: Omit<Parameters<typeof startProduct>[0], 'dataDir'> = {},
): Promise<Product> {
  const product = await startProduct({ dataDir, ...more })
  onTestFinished(async () => void (await product.stop()))
  return product
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

export async function post(url: string, body: object): Promise<number> {
  const { origin } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  })
  return response.status
}
