import { isAddress, zeroAddress } from 'viem'
import * as z from 'zod'
import {
  LOCAL_CHAIN,
  lowerCase,
  nodeUrls,
  type TestChainId,
} from '#core/chain/chains.ts'
import { byAsset } from '#core/deposits/asset.ts'
import { depositCoins, parseUnits } from '#core/deposits/deposit-coins.ts'

export type DepositConfig = NonNullable<ReturnType<typeof toDepositConfig>>

const rpcUrls = z
  .string()
  .transform(nodeUrls)
  .refine(
    (urls) => urls.every(isHttpUrl) && new Set(urls).size === urls.length,
    'is a list of http or https URLs, each once, separated by commas',
  )

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}

const units = z.string().transform((text, context) => {
  const wei = parseUnits(text)
  if (wei !== undefined) return wei
  context.addIssue('is an amount such as 0.01')
  return z.NEVER
})

export const privateKey = z
  .templateLiteral(['0x', z.string()])
  .refine((key) => /^0x[0-9a-fA-F]{64}$/.test(key), 'is 0x and 64 hex digits')

const payee = z
  .string()
  .refine(
    (text) => isAddress(text) && text !== zeroAddress,
    'is the address of an account, in lower case or with its checksum',
  )
  .transform(lowerCase)

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'is a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `is from ${min} to ${max}`,
    })
}

const rate = wholeNumber(1, 999_999_999)

const chainVariables = z.object({
  RPC_URL: rpcUrls.optional(),
  DEPLOYMENT_FILE: z.string().optional(),
  OPERATOR_PRIVATE_KEY: privateKey.optional(),
  TREASURY_ADDRESS: payee.optional(),
  REVERSE_AFTER_SECONDS: wholeNumber(1, 999_999).default(120),
  // A day at most, since older roots are of little use.
  ANCHOR_EVERY_SECONDS: wholeNumber(0, 86_400).default(3_600),
})

/** Parses `COINS_PER_<SYMBOL>` and `MINIMUM_<SYMBOL>` of each asset. */
const assetVariables = z.looseObject({}).transform((env, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', input: env, path: [name], message })
  function read<T>(name: string, schema: z.ZodType<T>): T {
    const { data, error } = schema.safeParse(env[name])
    for (const { message } of error?.issues ?? []) refuse(name, message)
    return data ?? z.NEVER
  }
  const terms = byAsset((asset) => {
    const name = asset.symbol.toUpperCase()
    return {
      coinsPerUnit: read(`COINS_PER_${name}`, rate.default(asset.coinsPerUnit)),
      minimumWei: read(`MINIMUM_${name}`, units.prefault(asset.minimum)),
    }
  })
  if (context.issues.length > 0) return z.NEVER
  for (const [symbol, { coinsPerUnit, minimumWei }] of Object.entries(terms)) {
    if (depositCoins(minimumWei, coinsPerUnit) >= 1n) continue
    refuse(`MINIMUM_${symbol.toUpperCase()}`, 'is worth a coin at least')
  }
  return { terms }
})

export const depositEnvironment = z.intersection(
  chainVariables.refine(
    ({ RPC_URL, DEPLOYMENT_FILE }) => !RPC_URL || DEPLOYMENT_FILE,
    { path: ['DEPLOYMENT_FILE'], error: 'is needed with RPC_URL' },
  ),
  assetVariables,
)

/** Public chains can take longer to show payments again after a fault. */
const REVERSE_AFTER_MIN_MS = 120_000

/** @throws when credits would be reversed before a public chain recovers. */
export function requireTimeToReverse(
  { reverseAfterMs }: DepositConfig,
  chainId: TestChainId,
): void {
  if (chainId === LOCAL_CHAIN || reverseAfterMs >= REVERSE_AFTER_MIN_MS) return
  throw new Error(
    `REVERSE_AFTER_SECONDS is ${REVERSE_AFTER_MIN_MS / 1_000} at least on chain ${chainId}.`,
  )
}

/** Returns undefined without a chain: deposits are then off. */
export function toDepositConfig(from: z.infer<typeof depositEnvironment>) {
  const { RPC_URL: rpcUrls, DEPLOYMENT_FILE: deploymentFile } = from
  if (!(rpcUrls && deploymentFile)) return undefined
  return {
    /** Nodes of one chain, in order of preference. Never log them: they can contain keys. */
    rpcUrls,
    /** Path of the file that `npm run deploy` writes. */
    deploymentFile,
    operatorKey: from.OPERATOR_PRIVATE_KEY,
    /** Address that sweeps pay to, in lower case. */
    treasury: from.TREASURY_ADDRESS,
    terms: from.terms,
    /** Time for which a credited payment must be missing before it is reversed. */
    reverseAfterMs: from.REVERSE_AFTER_SECONDS * 1_000,
    /** Shortest time between two anchored roots; 0 disables anchoring. */
    anchorEveryMs: from.ANCHOR_EVERY_SECONDS * 1_000,
  }
}
