import { setTimeout as sleep } from 'node:timers/promises'
import { type Hash, http, numberToHex, zeroAddress } from 'viem'
import * as z from 'zod'
import {
  fetchUnlessLimited,
  RateLimited,
  rateLimitedOr,
  rpcFailure,
} from '../../api/src/platform/chain/nodes/rpc-failure.ts'

/** Measurements of one node of RPC_URL. */
export type NodeFacts = {
  /** Its place in RPC_URL, from 1. */
  place: number
  /** The URL itself may hold a key. */
  host: string
  chainId: number
  genesisHash: Hash
  /** Smallest number of blocks that the node lagged behind the others. */
  blocksBehind: number
  /** Blocks from its head to its finalized one; undefined without that tag. */
  blocksToFinality: number | undefined
  /** True if blocks came but none became final. */
  isFinalityStalled: boolean
  /** Largest range of logs that it returned; 0 if it refuses. */
  logBlocks: number
  hasBlockReceipts: boolean
  /** Age in blocks up to which it returned a balance. */
  stateBlocks: number
  gasPriceWei: bigint | undefined
  /** Accepted requests per second; all that were tried if `isRateMet` is false. */
  ratePerSecond: number
  isRateMet: boolean
}

/** A node that does not answer, with its error. */
export type SilentNode = { place: number; host: string; failure: string }

/** Slow enough for every plan. */
const SPACING_MS = 200
const AFTER_LIMIT_MS = 2_000
const TIMEOUT_MS = 5_000
const SAMPLES = 5
/** Longer than a block takes. */
const SAMPLE_EVERY_MS = 600
const LOG_BLOCKS = [1, 5, 10, 50, 100, 500, 1_000, 2_000, 5_000]
const STATE_BLOCKS = [16, 100, 1_000, 10_000, 100_000]
/** Burst that measures a node's rate limit. */
const BURST = { requests: 100, everyMs: 20 }

const quantity = z.templateLiteral(['0x', z.string()]).transform(Number)
const block = z.object({ number: quantity, hash: z.custom<Hash>() })

type Probe = {
  place: number
  host: string
  /** Pauses before each request. @throws the node's error */
  pacedRequest: (
    method: string,
    params?: readonly unknown[],
  ) => Promise<unknown>
  /** The same without a pause. */
  request: (method: string, params?: readonly unknown[]) => Promise<unknown>
}
type Sample = { head: number; finalized: number | undefined }

/** Measures what nodes can do, with some 40 requests to each and a burst. */
export async function probeNodes(
  urls: readonly string[],
): Promise<(NodeFacts | SilentNode)[]> {
  const probes = urls.map(createProbe)
  const samples = await sampleAll(probes)
  return Promise.all(
    probes.map((probe, index) =>
      readFacts(probe, samples, index).catch((error: unknown) => {
        const { host, place } = probe
        return { host, place, failure: String(rpcFailure(error)) }
      }),
    ),
  )
}

function createProbe(url: string, index: number): Probe {
  const { config } = http(url, {
    retryCount: 0,
    timeout: TIMEOUT_MS,
    fetchFn: fetchUnlessLimited,
  })({})
  const request: Probe['request'] = async (method, params = []) => {
    try {
      return await config.request({ method, params })
    } catch (error) {
      throw rateLimitedOr(error, method)
    }
  }
  const pacedRequest: Probe['pacedRequest'] = async (method, params) => {
    await sleep(SPACING_MS)
    try {
      return await request(method, params)
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error
      await sleep(error.retryAfterMs ?? AFTER_LIMIT_MS)
      return request(method, params)
    }
  }
  return { place: index + 1, host: new URL(url).host, pacedRequest, request }
}

/** Samples the heads of all nodes at once, several times. */
async function sampleAll(
  probes: readonly Probe[],
): Promise<(Sample | undefined)[][]> {
  const rounds: (Sample | undefined)[][] = []
  for (let round = 0; round < SAMPLES; round += 1) {
    const pause = sleep(SAMPLE_EVERY_MS)
    rounds.push(await Promise.all(probes.map(findSample)))
    await pause
  }
  return rounds
}

async function findSample({
  pacedRequest,
}: Probe): Promise<Sample | undefined> {
  const params = ['finalized', false]
  const finalized = await orNothing(
    pacedRequest('eth_getBlockByNumber', params),
  )
  const head = await orNothing(pacedRequest('eth_blockNumber'))
  if (head === undefined) return undefined
  return {
    head: quantity.parse(head),
    finalized: block.safeParse(finalized).data?.number,
  }
}

async function readFacts(
  probe: Probe,
  samples: readonly (readonly (Sample | undefined)[])[],
  index: number,
): Promise<NodeFacts> {
  const { pacedRequest, host, place } = probe
  const chainId = quantity.parse(await pacedRequest('eth_chainId'))
  const genesis = await pacedRequest('eth_getBlockByNumber', ['0x0', false])
  const { hash: genesisHash } = block.parse(genesis)
  const gasPrice = await orNothing(pacedRequest('eth_gasPrice'))
  return {
    place,
    host,
    chainId,
    genesisHash,
    ...getProgress(samples, index),
    gasPriceWei: gasPrice === undefined ? undefined : BigInt(String(gasPrice)),
    hasBlockReceipts: Array.isArray(
      await orNothing(pacedRequest('eth_getBlockReceipts', ['latest'])),
    ),
    logBlocks: await readLogBlocks(probe),
    stateBlocks: await readStateBlocks(probe),
    // Last, since the node may refuse further requests for a while.
    ...(await measureRate(probe)),
  }
}

function getProgress(
  samples: readonly (readonly (Sample | undefined)[])[],
  index: number,
) {
  const own = samples.flatMap((round) => round[index] ?? [])
  const lags = samples.flatMap((round) => {
    const sample = round[index]
    const heads = round.flatMap((one) => one?.head ?? [])
    return sample ? [Math.max(...heads) - sample.head] : []
  })
  const distances = own.flatMap(({ finalized, head }) =>
    finalized === undefined ? [] : [head - finalized],
  )
  const [first, last] = [own.at(0), own.at(-1)]
  return {
    blocksBehind: lags.length > 0 ? Math.min(...lags) : 0,
    blocksToFinality: distances.length > 0 ? Math.max(...distances) : undefined,
    isFinalityStalled:
      first !== undefined &&
      last !== undefined &&
      first.finalized !== undefined &&
      first.finalized === last.finalized &&
      last.head - first.head >= SAMPLES - 2,
  }
}

async function readLogBlocks({ pacedRequest }: Probe): Promise<number> {
  const head = quantity.parse(await pacedRequest('eth_blockNumber'))
  return findMost(LOG_BLOCKS, head, (blocks) => {
    const fromBlock = numberToHex(head - blocks + 1)
    const toBlock = numberToHex(head)
    return pacedRequest('eth_getLogs', [
      { address: zeroAddress, fromBlock, toBlock },
    ])
  })
}

async function readStateBlocks({ pacedRequest }: Probe): Promise<number> {
  const head = quantity.parse(await pacedRequest('eth_blockNumber'))
  return findMost(STATE_BLOCKS, head, (blocks) =>
    pacedRequest('eth_getBalance', [zeroAddress, numberToHex(head - blocks)]),
  )
}

/** Returns the last step before the first refusal; 0 if there is none. */
async function findMost(
  steps: readonly number[],
  head: number,
  request: (step: number) => Promise<unknown>,
): Promise<number> {
  let most = 0
  for (const step of steps) {
    if (step > head) break
    if ((await orNothing(request(step))) === undefined) break
    most = step
  }
  return most
}

/**
 * Sends requests at a steady pace until one is refused. Assumes that a node accepts
 * a burst of one second's requests, and as many in each further second.
 */
async function measureRate({ request }: Probe) {
  const startedAtMs = performance.now()
  let isRateMet = false
  let answered = 0
  const open: Promise<void>[] = []
  const send = async () => {
    try {
      await request('eth_blockNumber')
      answered += 1
    } catch (error) {
      isRateMet ||= error instanceof RateLimited
    }
  }
  while (open.length < BURST.requests && !isRateMet) {
    open.push(send())
    await sleep(BURST.everyMs)
  }
  await Promise.all(open)
  const seconds = (performance.now() - startedAtMs) / 1_000
  const perSecond = isRateMet ? answered / (1 + seconds) : answered / seconds
  return { ratePerSecond: Math.max(Math.round(perSecond), 1), isRateMet }
}

/** Returns undefined if the node refuses. */
async function orNothing(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch(() => undefined)
}
