import * as z from 'zod/mini'
import { LIABILITY_DEPTH_MAX } from '../audit/liabilities-tree.ts'
import { recordAnchor } from '../evidence/record-anchor.ts'
import { count, hex64, timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** One closed day: liabilities at its end, and their digest. */
export const closedDay = z.strictObject({
  /** Format version; docs/audit.md describes version 2. */
  version: count,
  /** Counts the days that were closed, from 1. */
  number: count,
  /** The UTC day that ended, as 2026-11-24. */
  day: z.iso.date(),
  /** Time of the closing and of the balances. */
  closedAt: timestamp,
  /** Root of the liabilities tree. */
  root: hex64,
  /** Coins owed to all players, open stakes included. */
  sum: count,
  /** Progressive jackpot, in coins. */
  jackpot: count,
  players: count,
  /** Number of rows in all players' logs. */
  count,
  /** The digest of the day before; 64 zeros for the first. */
  previous: hex64,
  digest: hex64,
})
export type ClosedDay = z.infer<typeof closedDay>

/** All accounts of the ledger at one moment, in coins. */
const accounts = z.strictObject({
  players: z.int(),
  house: z.int(),
  jackpot: z.int(),
  grants: z.int(),
  chain: z.int(),
  /** Sum of all accounts: zero. */
  sum: z.int(),
})

/** Confirmed deposits and their coins. */
const deposits = z.strictObject({
  assets: z.array(
    z.strictObject({
      asset: z.string(),
      deposits: count,
      /** In the token's smallest unit. */
      amount: z.string(),
      coins: count,
    }),
  ),
  /** In coins, by the deposits. */
  confirmed: z.int(),
  /** In coins, by the ledger. */
  credited: z.int(),
})

export const auditFigures = z.strictObject({
  at: timestamp,
  accounts,
  deposits,
})
export type AuditFigures = z.infer<typeof auditFigures>

export const publicAudit = z.strictObject({
  figures: auditFigures,
  /** Newest first. */
  days: z.array(closedDay),
  /** Anchor of the newest day's root; null until it is on a chain. */
  anchor: z.nullable(recordAnchor),
  /** Reason if it is null. */
  unanchored: z.nullable(z.string()),
})
export type PublicAudit = z.infer<typeof publicAudit>

export const closedDays = z.strictObject({ days: z.array(closedDay) })

const confirmedDeposit = z.strictObject({
  id: z.uuid(),
  chainId: count,
  genesisHash: z.string(),
  /** Address of the registry contract that lists the deposit wallets. */
  registry: z.string(),
  /** Address of the generated wallet that was paid. */
  wallet: z.string(),
  asset: z.string(),
  /** Null if no single transaction explains the payment. */
  transaction: z.nullable(z.string()),
  /** First block of the payment's range if the transaction is unknown. */
  fromBlock: z.nullable(count),
  /** Block of the transaction, or the last block of the range. */
  block: count,
  /** Amount in the token's smallest unit. */
  amount: z.string(),
  /** Exchange rate: coins for 10^18 of the smallest unit. */
  coinsPerUnit: count,
  coins: count,
  confirmedAt: timestamp,
})
export type ConfirmedDeposit = z.infer<typeof confirmedDeposit>

/** The player's own leaf in the newest liabilities tree. */
export const ownLiability = z.strictObject({
  /** Null for accounts registered after the day was closed. */
  proof: z.nullable(
    z.strictObject({
      day: closedDay,
      leaf: z.strictObject({
        number: count,
        player: z.uuid(),
        nonce: hex64,
        seq: count,
        balance: count,
        staked: count,
        log: hex64,
      }),
      /** Last transaction of the previous leaf; the log begins after it. */
      after: count,
      /** Rounds open at the previous closing, and those open at this one. */
      openBefore: z.array(z.uuid()),
      openRounds: z.array(z.uuid()),
      index: count,
      path: z
        .array(z.strictObject({ hash: hex64, sum: count }))
        .check(z.maxLength(LIABILITY_DEPTH_MAX)),
    }),
  ),
})
export type LiabilityProof = NonNullable<z.infer<typeof ownLiability>['proof']>

const route = {
  section: {
    name: 'Audit',
    description: 'What the house owes, and digests of its log.',
  },
  method: 'get',
  access: 'public',
} as const

export const readAudit = endpoint({
  ...route,
  path: '/api/audit',
  summary: 'Read all accounts, deposits and the newest closed days',
  description: 'At most a few seconds old.',
  answer: publicAudit,
})

export const listClosedDays = endpoint({
  ...route,
  path: '/api/audit/days',
  summary: 'List closed days',
  description: 'Newest first, 30 at a time.',
  query: z.strictObject({
    /** A day's number; older ones are listed. */
    before: z.optional(
      z
        .string()
        .check(z.regex(/^\d{1,9}$/, 'A whole number of up to 9 digits')),
    ),
  }),
  answer: closedDays,
  example: { query: { before: '31' } },
})

export const listConfirmedDeposits = endpoint({
  ...route,
  path: '/api/audit/deposits',
  summary: 'List confirmed deposits',
  description: 'Newest first, 100 at a time, to be compared with the chain.',
  query: z.strictObject({
    /** Id of the previous page's last deposit; older ones follow. */
    before: z.optional(z.uuid()),
  }),
  answer: z.strictObject({ deposits: z.array(confirmedDeposit) }),
  example: { query: { before: '01890a5d-ac96-774b-bcce-b302099a8057' } },
})

export const readOwnLiability = endpoint({
  ...route,
  path: '/api/audit/liabilities/mine',
  summary: 'Read the player’s own leaf of the newest liabilities tree',
  description: 'With the path to its root. No one else gets the leaf’s nonce.',
  access: 'player',
  answer: ownLiability,
})
