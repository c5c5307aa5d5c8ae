import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import * as z from 'zod'
import { runScript } from '#testing/process/run-script.ts'

const rpcAnswer = z.object({
  result: z.unknown(),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})
export type RpcAnswer = z.infer<typeof rpcAnswer>

/** Returns the node of the chain that all journeys share. */
export function localNodeUrl(): string {
  return readFileSync(join(inject('dataDir'), 'rpc-url'), 'utf8').trim()
}

export async function requestNode(
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
