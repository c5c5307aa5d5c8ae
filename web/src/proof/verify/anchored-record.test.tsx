import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toAnchorLeaf } from '#core/evidence/anchor-claims.ts'
import type { RecordAnchor } from '#core/evidence/record-anchor.ts'
import { type AnchorLeaf, anchorTree } from '#core/fairness/anchor-tree.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { press, pressSoon, type } from '#testing/page/acts.ts'
import { openRecord, paste, toRecord } from '#testing/page/records.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { nodeAnswers } from '#testing/samples/anchor-node.ts'
import { sharedPinStore } from '../fairness/verifier/pin-store.ts'
import { VerifyPage } from './verify-page.tsx'

const hash = (byte: string) => `0x${byte.repeat(32)}`
const server = stubServer()

const honest = toRecord()

const anchor = getAnchor(toAnchorLeaf(honest))
const record = {
  ...honest,
  gameData: { ...honest.gameData, anchor },
}

/** Anchors a leaf with one other, a minute before the round's end. */
function getAnchor(leaf: AnchorLeaf): RecordAnchor {
  const other = { kind: 'races', number: 0, hash: 'ee'.repeat(32) } as const
  const { path, root } = anchorTree(nobleHashes, [other, leaf])
  return {
    number: 7,
    root,
    index: 1,
    path: path(1),
    chainId: 97,
    genesisHash: hash('01'),
    contract: `0x${'c0'.repeat(20)}`,
    transaction: hash('02'),
    block: 1_000,
    blockHash: hash('03'),
    blockTimestamp: Math.floor(Date.parse(honest.timestamp) / 1_000) - 60,
  }
}

const anchors = {
  isOn: true,
  everySeconds: 3_600,
  genesisHash: hash('01'),
  isWaiting: false,
  latest: null,
}

type RpcRequest = { method: string; params: unknown[] }

function toAnswer({ method, params }: RpcRequest, changes: object) {
  const all = new Map(Object.entries({ ...nodeAnswers(anchor), ...changes }))
  return all.get(method) ?? all.get(`${method} ${String(params[0])}`)
}

const openPage = (shown: typeof honest = record) =>
  openRecord(<VerifyPage />, shown, server)

/** Has the site hand questions on to a node that answers this. */
function siteSays(changes: object) {
  server.play('POST /api/rpc', (request) => ({
    jsonrpc: '2.0',
    id: 1,
    result: toAnswer(request as RpcRequest, changes),
  }))
}

beforeEach(() => {
  server.answer('GET /api/user', 401)
  server.answer('GET /api/anchors', 200, anchors)
})

describe('an anchored record', () => {
  test('checks path and order locally, and queries a node only on request', async () => {
    openPage()
    await screen.findByText('Verification Successful')
    screen.getByText(/followed the path from the record to the anchored root/)
    screen.getByText(/The block is older than the bet/)
    screen.getByText('Not checked: no node has been asked yet.')
    expect(server.received.map(({ route }) => route)).not.toContain(
      'POST /api/rpc',
    )
  })

  test('is confirmed through the site when the chain has its root', async () => {
    siteSays({})
    openPage()
    await pressSoon('Ask through this site')
    await screen.findByText(/The chain has that exact root/)
    screen.getByText('Verification Successful')
  })

  test('fails like a wrong seed when the chain has another root', async () => {
    siteSays({ eth_call: hash('ff') })
    openPage()
    await pressSoon('Ask through this site')
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Verification Failed')
    within(alert).getByText(/The chain contradicts the record/)
    screen.getByText(
      'Contradicted: the chain doesn’t have that root, or has a different one.',
    )
  })

  test('stays unchecked when a node is implausible or unreachable', async () => {
    openPage()
    for (const [changes, text] of [
      [{ eth_call: 'root' }, /answer was invalid/],
      [{ eth_chainId: '0x1' }, /is on a different chain/],
      [{ eth_blockNumber: '0x1' }, /hasn’t reached that block/],
    ] as const) {
      siteSays(changes)
      await pressSoon('Ask through this site')
      await screen.findByText(text)
    }
    server.answer('POST /api/rpc', 503, { code: 'unavailable' })
    await pressSoon('Ask through this site')
    await screen.findByText('Not checked: the node didn’t respond.')
    screen.getByText('Verification Successful')
  })

  test('can be checked by the visitor’s own wallet without connecting it', async () => {
    const methods: string[] = []
    vi.stubGlobal('ethereum', {
      request: async (request: RpcRequest) => {
        methods.push(request.method)
        return toAnswer(request, {})
      },
    })
    openPage()
    await pressSoon('Ask my own wallet')
    await screen.findByText(/The chain has that exact root/)
    expect(methods).not.toContain('eth_requestAccounts')
  })

  test('fails when its path leads to another root', async () => {
    const elsewhere = { ...anchor, path: ['00'.repeat(32)] }
    openPage({ ...honest, gameData: { ...honest.gameData, anchor: elsewhere } })
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Verification Failed')
    within(alert).getByText(/does not lead to the anchored root/)
  })
})

describe('a block pinned by this browser', () => {
  const { player } = honest.gameData
  const seen = {
    block: anchor.block,
    blockHash: anchor.blockHash,
    genesisHash: anchor.genesisHash,
    fromNonce: honest.nonce,
  }

  function pin(change: object) {
    const { epochRoot: root } = honest.gameData
    sharedPinStore(player).setPin(0, { root, fromNonce: 0 })
    sharedPinStore(player).pinBlock({ ...seen, ...change })
  }

  const older = /this browser had pinned that block/
  const unproven = /according to the times of the block and the record/
  const { block } = anchor
  test.each([
    ['that very block', {}, older],
    ['a later one', { block: block + 1, blockHash: hash('04') }, older],
    ['another of that number', { blockHash: hash('04') }, unproven],
    ['one of another chain', { genesisHash: hash('05') }, unproven],
    ['an earlier one', { block: block - 1, blockHash: hash('04') }, unproven],
    ['one pinned later', { fromNonce: honest.nonce + 1 }, unproven],
  ])('proves the record older or nothing: %s', async (_what, change, text) => {
    pin(change)
    openPage()
    await screen.findByText(text)
  })
})

test('shows the interval of anchors for a record without one', async () => {
  openPage(honest)
  await screen.findByText('Not anchored on a chain')
  await screen.findByText(/anchored every 60 minutes at most/)
})

test('checks an anchored record in verify.html by a node of the visitor’s choice', async () => {
  paste(record)
  await screen.findByText('Not checked: no node has been asked yet.')
  type(/URL of a node of your choice/, 'http://127.0.0.1/node')
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => ({
    json: async () => ({ result: toAnswer(JSON.parse(body), {}) }),
  }))
  press('Ask this node')
  await screen.findByText(/The chain has that exact root/)
})
