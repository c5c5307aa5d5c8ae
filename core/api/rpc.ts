import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Limit of call data; payments need far less. */
const BYTES_MAX = 8_192
/** Enough for a payment, and cheap for a node to simulate. */
const CALL_GAS_MAX = 200_000n

const quantity = z
  .string()
  .check(
    z.regex(
      /^0x(0|[1-9a-f][0-9a-f]{0,63})$/i,
      'A number must be 0x and hex digits',
    ),
  )
const address = z
  .string()
  .check(
    z.regex(/^0x[0-9a-f]{40}$/i, 'An address must be 0x and 40 hex digits'),
  )
const hash = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{64}$/i, 'A hash must be 0x and 64 hex digits'))
const bytes = z
  .string()
  .check(
    z.maxLength(2 + 2 * BYTES_MAX),
    z.regex(/^0x([0-9a-f]{2})*$/i, 'Bytes must be 0x and pairs of hex digits'),
  )
const blockTag = z.enum(['latest', 'pending', 'safe', 'finalized', 'earliest'])
const block = z.union([blockTag, quantity])

const accessList = z
  .array(
    z.strictObject({
      address,
      storageKeys: z.array(hash).check(z.maxLength(100)),
    }),
  )
  .check(z.maxLength(20))

const callGas = quantity.check(
  z.refine(
    (gas) => BigInt(gas) <= CALL_GAS_MAX,
    `A call can use at most ${CALL_GAS_MAX} gas here`,
  ),
)

/**
 * An unsigned transaction. Gas has a default since nodes allow any amount, and
 * `to` is required since a call without one runs its own code.
 */
const call = z.strictObject({
  from: z.optional(address),
  to: address,
  data: z.optional(bytes),
  input: z.optional(bytes),
  value: z.optional(quantity),
  gas: z._default(callGas, `0x${CALL_GAS_MAX.toString(16)}`),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  nonce: z.optional(quantity),
  type: z.optional(quantity),
  chainId: z.optional(quantity),
  accessList: z.optional(accessList),
})

const nothing = z._default(z.tuple([]), [])
const percentiles = z
  .array(z.number().check(z.minimum(0), z.maximum(100)))
  .check(z.maxLength(20))
/** Up to 255 of them. */
const blockCount = z
  .string()
  .check(z.regex(/^0x[1-9a-f][0-9a-f]?$/i, 'At most 0xff blocks'))

const id = z.union([z.int(), z.string().check(z.maxLength(64))])

function method<M extends string, P extends z.ZodMiniType>(name: M, params: P) {
  return z.strictObject({
    jsonrpc: z.literal('2.0'),
    id,
    method: z.literal(name),
    params,
  })
}

/** Read-only JSON-RPC requests that are passed on to a node. */
export const rpcRequest = z.discriminatedUnion(
  'method',
  [
    method('eth_blockNumber', nothing),
    method('eth_call', z.tuple([call, z.optional(block)])),
    method('eth_chainId', nothing),
    method('eth_estimateGas', z.tuple([call, z.optional(block)])),
    method(
      'eth_feeHistory',
      z.tuple([blockCount, block, z.optional(percentiles)]),
    ),
    method('eth_gasPrice', nothing),
    method('eth_getBalance', z.tuple([address, block])),
    method('eth_getBlockByNumber', z.tuple([block, z.boolean()])),
    method('eth_getCode', z.tuple([address, block])),
    method('eth_getTransactionByHash', z.tuple([hash])),
    method('eth_getTransactionCount', z.tuple([address, block])),
    method('eth_getTransactionReceipt', z.tuple([hash])),
    method('eth_maxPriorityFeePerGas', nothing),
    method('net_version', nothing),
  ],
  'Only single read-only requests are answered here',
)
export type RpcRequest = z.infer<typeof rpcRequest>

const response = { jsonrpc: z.literal('2.0'), id }

/** The node's response, errors included. */
export const rpcAnswer = z.union([
  z.strictObject({ ...response, result: z.unknown() }),
  z.strictObject({
    ...response,
    error: z.strictObject({
      code: z.number(),
      message: z.string(),
      data: z.optional(z.unknown()),
    }),
  }),
])
export type RpcAnswer = z.infer<typeof rpcAnswer>

export const callNode = endpoint({
  section: {
    name: 'Chain',
    description:
      'Proxied read access to the deposit chain, for browser wallets.',
  },
  method: 'post',
  path: '/api/rpc',
  summary: 'Call a read-only JSON-RPC method',
  description: 'JSON-RPC 2.0 without batches.',
  access: 'public',
  body: rpcRequest,
  answer: rpcAnswer,
  // A page that waits for a payment calls twice a second.
  rateLimits: [
    {
      requests: 'chain requests',
      max: 600,
      windowMs: 60_000,
      per: 'network',
    },
  ],
  example: {
    body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
  },
})
