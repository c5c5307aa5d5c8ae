import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hash, hexToBigInt, numberToHex, zeroHash } from 'viem'
import * as z from 'zod'
import { nodeUrls } from '#core/chain/node-urls.ts'
import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'

type Answered = { status: number; headers: Headers; text: string }
type Ask = (body: string) => Promise<Answered>

const BLOCK_METHODS = ['eth_getBlockByNumber', 'eth_getBlockByHash']

const hex = z.templateLiteral(['0x', z.string()])
const request = z.object({ method: z.string() })
const answer = z.looseObject({
  result: z.looseObject({ number: hex, hash: hex, parentHash: hex }),
})

/**
 * The nodes of an RPC_URL as Ponder is to see them: those of a local chain
 * through proxies that name the parent of every block. Hardhat's hardhat_mine
 * only reserves blocks when it is to make many, and all but the last of them
 * have a parent hash of zeros, which Ponder would ask for in vain.
 */
export async function linkedNodes(
  { chainId }: Pick<Deployment, 'chainId'>,
  rpcUrl: string,
): Promise<{ rpcUrl: string; close: () => void }> {
  if (chainId !== LOCAL_CHAIN) return { rpcUrl, close: () => undefined }
  const proxies = await Promise.all(nodeUrls(rpcUrl).map(startProxy))
  return {
    rpcUrl: proxies.map(({ url }) => url).join(','),
    close: () => {
      for (const { server } of proxies) server.close().closeAllConnections()
    },
  }
}

async function startProxy(rpcUrl: string) {
  const server = createServer((req, res) => {
    // As when the node itself is away.
    forward(rpcUrl, req, res).catch(() => res.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}` }
}

async function forward(
  rpcUrl: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const ask: Ask = async (body) => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: gone.signal,
    })
    const { status, headers } = response
    return { status, headers, text: await response.text() }
  }
  const body = Buffer.concat(await req.toArray()).toString()
  const { status, headers, text } = await ask(body)
  const { method } = request.parse(JSON.parse(body))
  const linked = BLOCK_METHODS.includes(method) ? await link(text, ask) : text
  const type = headers.get('Content-Type')
  res.writeHead(status, type ? { 'Content-Type': type } : {}).end(linked)
}

/** The answer about a block, with its parent's hash where that is missing. */
async function link(text: string, ask: Ask): Promise<string> {
  if (!text.includes(zeroHash)) return text
  const { data: block } = answer.safeParse(JSON.parse(text))
  if (block?.result.parentHash !== zeroHash) return text
  const height = hexToBigInt(block.result.number)
  if (height === 0n) return text
  const parentHash = await hashAt(height - 1n, ask)
  return JSON.stringify({ ...block, result: { ...block.result, parentHash } })
}

async function hashAt(height: bigint, ask: Ask): Promise<Hash> {
  const { text } = await ask(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [numberToHex(height), false],
    }),
  )
  return answer.parse(JSON.parse(text)).result.hash
}
