import { type Hash, numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { getHash } from '#testing/chain/deposit-accounts.ts'
import { SAMPLE_DEPLOYMENT } from '#testing/chain/sample-deployment.ts'
import { startNode, type TestNode } from '#testing/chain/test-node.ts'
import { depositRow } from '#testing/database/deposit-row.ts'
import { openChain } from '../../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../../platform/logger.ts'
import { finalPayments, readFinalBlock } from './final-payments.ts'
import { checkInclusion } from './inclusion-check.ts'
import { createPaymentChecker } from './payment-check.ts'

const payer = `0x${'1'.repeat(40)}` as const
const wallet = `0x${'2'.repeat(40)}` as const
const txHash = getHash(1_000)
const PAID_AT = 7
const row = depositRow('one', {
  txHash,
  wallet,
  blockNumber: PAID_AT,
  blockHash: getHash(PAID_AT),
})
const checker = createPaymentChecker(SAMPLE_DEPLOYMENT)

let nodes: TestNode[] = []
afterEach(() => {
  for (const node of nodes) node.close()
  nodes = []
})

type State = { head: number; finalized: number; isReorged?: boolean }

/** Opens a chain over a node per state. */
async function createChain(...states: State[]) {
  nodes = await Promise.all(states.map(startNodeIn))
  const rpcUrls = nodes.map(({ url }) => url)
  const settings = { rpcUrls, deployment: SAMPLE_DEPLOYMENT }
  return openChain(settings, { log: makeLogger('silent') })
}

/** Starts a node with a payment in block 7, unless a reorg has dropped it. */
function startNodeIn({ head, finalized, isReorged = false }: State) {
  const toBlockHash = (height: number): Hash => {
    if (height === 0) return SAMPLE_DEPLOYMENT.genesisHash
    return getHash(isReorged ? height + 500 : height)
  }
  const place = {
    blockNumber: numberToHex(PAID_AT),
    blockHash: toBlockHash(PAID_AT),
    transactionIndex: '0x0',
  }
  return startNode(({ method, params: [block] }) => {
    if (method === 'eth_chainId') return { result: numberToHex(31_337) }
    if (method === 'eth_blockNumber') return { result: numberToHex(head) }
    if (method === 'eth_getBlockByNumber') {
      const tags: Record<string, number> = { finalized, latest: head }
      const height = tags[String(block)] ?? Number(block)
      const hash = toBlockHash(height)
      const number = numberToHex(height)
      return { result: { number, hash, transactions: [] } }
    }
    if (isReorged) return { result: null }
    const payment = { hash: txHash, from: payer, to: wallet, value: '0x1' }
    return { result: { ...payment, ...place, status: '0x1', logs: [] } }
  })
}

test.each([
  [{ head: 20, finalized: 18 }, 15],
  [{ head: 20, finalized: 9 }, 9],
])(
  'takes the sixth confirmation or finality, whichever is later: %o',
  async (state, last) => {
    const { nodes } = await createChain(state)
    expect(await nodes.query((node) => readFinalBlock(node))).toBe(last)
  },
)

test.each([
  [PAID_AT - 1, 0],
  [PAID_AT, 1],
])(
  'verifies a payment in block 7 once it is final: %i',
  async (finalized, verified) => {
    const chain = await createChain({ head: 20, finalized })
    const verdicts = await finalPayments(chain, checker)(txHash, [row])
    expect(verdicts.size).toBe(verified)
  },
)

test.each([
  [PAID_AT - 1, 'unsure'],
  [PAID_AT, 'dropped'],
])(
  'drops a reorged payment of block 7 once block %i is final: %s',
  async (finalized, inclusion) => {
    const chain = await createChain({ head: 20, finalized, isReorged: true })
    expect(await checkInclusion(chain, checker, row)).toBe(inclusion)
  },
)

test('drops a payment only once every node shows that it is gone', async () => {
  const gone = { head: 20, finalized: 20, isReorged: true }
  const lagging = { head: 20, finalized: PAID_AT - 1, isReorged: true }
  const chain = await createChain(gone, lagging)
  expect(await checkInclusion(chain, checker, row)).toBe('unsure')
})
