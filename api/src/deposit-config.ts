import type { Hex } from 'viem'
import * as z from 'zod'
import { ASSET_SYMBOLS, type AssetSymbol } from '#core/deposits/asset.ts'
import { type AssetTerms, depositCoins } from '#core/deposits/deposit-coins.ts'
import { weiOf } from '#core/deposits/units.ts'

export type DepositConfig = {
  /** It may hold a key, and is never logged. */
  rpcUrl: string
  /** What deploying the contracts wrote. */
  deploymentFile: string
  operatorKey: Hex | undefined
  terms: Record<AssetSymbol, AssetTerms>
}

const MINIMUM_NAMES = {
  tBNB: 'MINIMUM_TBNB',
  GUMBY: 'MINIMUM_GUMBY',
  POKEY: 'MINIMUM_POKEY',
} as const

const httpUrl = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^\s,]+$/.test(text) && URL.canParse(text),
    'is an http or https URL',
  )

const units = z.string().transform((text, context) => {
  const wei = weiOf(text)
  if (wei !== undefined) return wei
  context.addIssue('is an amount such as 0.01')
  return z.NEVER
})

/** An account's private key. */
export const privateKey = z
  .templateLiteral(['0x', z.string()])
  .refine((key) => /^0x[0-9a-fA-F]{64}$/.test(key), 'is 0x and 64 hex digits')

const rate = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'is a whole number of coins')
  .transform(Number)

const variables = z.object({
  RPC_URL: httpUrl.optional(),
  DEPLOYMENT_FILE: z.string().optional(),
  OPERATOR_PRIVATE_KEY: privateKey.optional(),
  COINS_PER_TBNB: rate.default(100_000),
  COINS_PER_GUMBY: rate.default(1),
  COINS_PER_POKEY: rate.default(1),
  MINIMUM_TBNB: units.prefault('0.01'),
  MINIMUM_GUMBY: units.prefault('100'),
  MINIMUM_POKEY: units.prefault('100'),
})
type Variables = z.infer<typeof variables>

/** What the environment says of deposits. */
export const depositEnvironment = variables.check(({ value, issues }) => {
  if (issues.length > 0) return
  const terms = termsOf(value)
  const refuse = (name: keyof Variables, message: string) =>
    issues.push({ code: 'custom', input: value, path: [name], message })
  for (const symbol of ASSET_SYMBOLS) {
    const { minimumWei, coinsPerUnit } = terms[symbol]
    if (depositCoins(minimumWei, coinsPerUnit) >= 1n) continue
    refuse(MINIMUM_NAMES[symbol], 'is worth a coin at least')
  }
  if (value.RPC_URL && !value.DEPLOYMENT_FILE) {
    refuse('DEPLOYMENT_FILE', 'is needed with RPC_URL')
  }
})

/** Undefined where no chain is configured: the house then takes no deposits. */
export function depositConfigOf(from: Variables): DepositConfig | undefined {
  const { RPC_URL: rpcUrl, DEPLOYMENT_FILE: deploymentFile } = from
  if (!(rpcUrl && deploymentFile)) return undefined
  const operatorKey = from.OPERATOR_PRIVATE_KEY
  return { rpcUrl, deploymentFile, operatorKey, terms: termsOf(from) }
}

function termsOf(from: Variables) {
  return {
    tBNB: { minimumWei: from.MINIMUM_TBNB, coinsPerUnit: from.COINS_PER_TBNB },
    GUMBY: {
      minimumWei: from.MINIMUM_GUMBY,
      coinsPerUnit: from.COINS_PER_GUMBY,
    },
    POKEY: {
      minimumWei: from.MINIMUM_POKEY,
      coinsPerUnit: from.COINS_PER_POKEY,
    },
  }
}
