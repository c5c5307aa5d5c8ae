import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import * as z from 'zod'
import { runScript } from '#testing/process/run-script.ts'

const rpcAnswer = z.object({
  result: z.unknown(),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})
export type RpcAnswer = z.infer<typeof rpcAnswer>

const BLOCK_INTERVAL_MS = 1_000

/** Returns the node of the chain that all journeys share. */
export function localNodeUrl(): string {
  return readFileSync(join(inject('dataDir'), 'rpc-url'), 'utf8').trim()
}

export async function askNode(
  method: string,
  params: unknown[] = [],
): Promise<RpcAnswer> {
  const answer = await fetch(localNodeUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return rpcAnswer.parse(await answer.json())
}

/**
 * Mines blocks by transactions only until this is called again or the test ends, as
 * a slow machine may need more than six blocks to show the first.
 */
export async function holdBlocks(): Promise<() => Promise<void>> {
  const every = async (ms: number) =>
    void (await askNode('evm_setIntervalMining', [ms]))
  const goOn = () => every(BLOCK_INTERVAL_MS)
  onTestFinished(goOn)
  await every(0)
  return goOn
}

/** Runs `npm run deposit`, and returns its output. */
export async function sendDeposit(
  dataDir: string,
  ...args: string[]
): Promise<string> {
  const env = { DATA_DIR: dataDir }
  const { code, stdout, stderr } = await runScript('deposit.ts', args, env)
  if (code !== 0) throw new Error(stderr)
  return stdout
}
