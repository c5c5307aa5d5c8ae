import * as z from 'zod/mini'
import { lowerCase, TEST_CHAINS } from '../chain/chains.ts'
import { ASSET_SYMBOLS } from '../deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '../deposits/confirmations.ts'
import { MINUTE_MS } from '../durations.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

const address = z
  .string()
  .check(
    z.regex(/^0x[0-9a-fA-F]{40}$/, 'An address must be 0x and 40 hex digits'),
  )

/** Exact, in units of an asset such as '0.05', without exponent or sign. */
const unitAmount = z.string().check(z.regex(/^(0|[1-9]\d*)(\.\d{1,18})?$/))

const symbol = z.enum(ASSET_SYMBOLS)

const chainId = z.literal(TEST_CHAINS)

export const depositStatus = z.enum([
  'pending',
  'confirmed',
  'below_minimum',
  'reversed',
  'rejected',
])
export type DepositStatus = z.infer<typeof depositStatus>

/** A deposit and its progress. */
const progress = {
  id: z.uuid(),
  amount: unitAmount,
  cryptoType: symbol,
  status: depositStatus,
  confirmations: z.int().check(z.minimum(0), z.maximum(CONFIRMATIONS_NEEDED)),
  /** Coins credited or to be credited; 0 for none. */
  coins: coinAmount,
  /** Explains the status to the player. */
  reason: z.optional(z.string()),
}

/** One payment to the player's wallet. */
export const deposit = z.strictObject({
  ...progress,
  /** Chain of the payment; the site may use another one now. */
  chainId,
  /** Null when no single transaction explains it. */
  txHash: z.nullable(z.string().check(z.regex(/^0x[0-9a-f]{64}$/))),
  createdAt: timestamp,
  confirmedAt: z.nullable(timestamp),
})
export type Deposit = z.infer<typeof deposit>

/** Source of test assets for the player's own wallet. */
const faucet = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('local') }),
  z.strictObject({
    kind: z.literal('links'),
    links: z.array(z.strictObject({ label: z.string(), url: z.url() })),
  }),
])

const walletState = z.enum(['none', 'activating', 'active'])

export const walletInfo = z.strictObject({
  /** Null until deposits to it are detected; it must not be shown before. */
  address: z.nullable(address),
  createdAt: z.nullable(timestamp),
  /** Newest first. */
  deposits: z.array(deposit),
  state: walletState,
  /** Reason why it can't be generated, or takes long to become active. */
  reason: z.optional(z.string()),
  /** Null if the site takes no deposits. */
  network: z.nullable(
    z.strictObject({
      chainId,
      name: z.string(),
      /** Base URL of a block explorer, without a trailing slash. */
      explorer: z.nullable(z.url()),
    }),
  ),
  assets: z.array(
    z.strictObject({
      symbol,
      /** The token's contract; the chain's own coin has none. */
      address: z.optional(address),
      /** The smallest deposit that is credited. */
      minimum: unitAmount,
      coinsPerUnit: z.int().check(z.positive()),
    }),
  ),
  faucet: z.nullable(faucet),
})
export type WalletInfo = z.infer<typeof walletInfo>

export const recheckRequest = z.strictObject({
  txHash: z.pipe(
    z
      .string()
      .check(
        z.regex(
          /^0x[0-9a-fA-F]{64}$/,
          'A transaction hash: 0x and 64 hex digits',
        ),
      ),
    z.transform(lowerCase),
  ),
})

/** Payments of the transaction to the player's wallet, and their state. */
export const recheckAnswer = z.strictObject({
  deposits: z.array(deposit),
  /**
   * True if a contract may have paid; the wallet's balance is reconciled within
   * a minute.
   */
  reconciling: z.boolean(),
})
export type RecheckAnswer = z.infer<typeof recheckAnswer>

/** Assets sent to the address. */
const faucetAnswer = z.strictObject({
  gifts: z.array(z.strictObject({ symbol, amount: unitAmount })),
})
export type FaucetAnswer = z.infer<typeof faucetAnswer>

/** Deposit message of the socket, without the times in HTTP answers. */
export const depositPush = z.strictObject({
  type: z.literal('deposit'),
  timestamp: z.int(),
  ...progress,
})

/** Wallet message of the socket: it became active, or is activating again. */
export const walletPush = z.strictObject({
  type: z.literal('wallet'),
  timestamp: z.int(),
  state: walletState,
})

const route = {
  section: {
    name: 'Wallet',
    description: "A player's generated deposit wallet, and payments to it.",
  },
  access: 'player',
} as const

export const readWallet = endpoint({
  ...route,
  method: 'get',
  path: '/api/wallet/info',
  summary: 'Read the wallet, its network and deposits',
  answer: walletInfo,
})

export const generateWallet = endpoint({
  ...route,
  method: 'post',
  path: '/api/wallet/generate',
  summary: 'Generate the wallet',
  description: 'Returns the existing wallet if there is one.',
  answer: walletInfo,
})

// Each recheck calls a node several times, and all players share the node.
const rechecks = { requests: 'checks', windowMs: 60_000 } as const

export const recheckPayment = endpoint({
  ...route,
  method: 'post',
  path: '/api/wallet/recheck',
  summary: 'Recheck a payment that has not been credited',
  body: recheckRequest,
  answer: recheckAnswer,
  refusals: ['not_found'],
  rateLimits: [
    { ...rechecks, max: 60, per: 'network' },
    { ...rechecks, max: 10, per: 'player' },
  ],
  example: {
    body: {
      txHash:
        '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b',
    },
  },
})

const gifts = {
  requests: 'faucet requests',
  windowMs: 10 * MINUTE_MS,
} as const

export const requestGift = endpoint({
  ...route,
  method: 'post',
  path: '/api/wallet/faucet',
  summary: 'Send test assets to an external wallet',
  description: 'On a local chain only.',
  body: z.strictObject({
    address: z.pipe(address, z.transform(lowerCase)),
  }),
  status: 202,
  answer: faucetAnswer,
  refusals: ['forbidden'],
  rateLimits: [
    { ...gifts, max: 60, per: 'network' },
    { ...gifts, max: 5, per: 'player' },
  ],
  example: { body: { address: '0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1' } },
})
