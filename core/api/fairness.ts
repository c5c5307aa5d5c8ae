import * as z from 'zod/mini'
import { EPOCH_SIZE } from '../fairness/epoch.ts'
import { count, hex64, timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** 1 to 64 printable ASCII characters, no colon: it would blur the HMAC message. */
export const clientSeed = z
  .string('Required')
  .check(
    z.regex(
      /^[\x20-\x39\x3b-\x7e]{1,64}$/,
      'Use 1 to 64 plain characters, without a colon',
    ),
  )

/** Largest value of the database column. */
const EPOCH_MAX = 2 ** 31 - 1

const publishedRoot = z.strictObject({ epoch: count, root: hex64 })

/** A restored backup; from `epoch` on, every player has a new stream key. */
export const restore = z.strictObject({
  epoch: count,
  at: timestamp,
  /** Reason given by the operator. */
  reason: z.string(),
})
export type Restore = z.infer<typeof restore>

export const fairnessState = z.strictObject({
  player: z.uuid(),
  epoch: count,
  root: hex64,
  rootPublishedAt: timestamp,
  next: z.optional(publishedRoot),
  nonce: count,
  nextServerSeedHash: hex64,
  clientSeed: z.string(),
  clientSeedSetAt: timestamp,
  clientSeedBy: z.enum(['player', 'server']),
  /** Last restore that moved the player's rounds to its epoch. */
  restore: z.optional(restore),
})
export type FairnessState = z.infer<typeof fairnessState>

export const commitmentsQuery = z.strictObject({
  epoch: z
    .string('Required')
    .check(z.regex(/^\d{1,9}$/, 'A whole number of up to 9 digits')),
})

export const epochCommitments = z.strictObject({
  player: z.uuid(),
  epoch: count,
  root: hex64,
  firstNonce: count,
  commitments: z.array(hex64).check(z.length(EPOCH_SIZE)),
})
export type EpochCommitments = z.infer<typeof epochCommitments>

export const clientSeedRequest = z.strictObject({
  /** Expected player; the session of another one is refused. */
  player: z.optional(z.uuid('A player has a UUID')),
  clientSeed,
  epoch: count.check(
    z.maximum(EPOCH_MAX, `An epoch is at most ${EPOCH_MAX}`),
    z.refine((epoch) => !Object.is(epoch, -0), 'Zero has no sign'),
  ),
})
export type ClientSeedRequest = z.infer<typeof clientSeedRequest>

const route = {
  section: {
    name: 'Fairness',
    description: "Seeds and commitments of a player's rounds.",
  },
  access: 'player',
} as const

export const readFairness = endpoint({
  ...route,
  method: 'get',
  path: '/api/fairness',
  summary: 'Read the epoch, the next commitment and the client seed',
  answer: fairnessState,
})

export const listCommitments = endpoint({
  ...route,
  method: 'get',
  path: '/api/fairness/commitments',
  summary: 'List the commitments of an epoch',
  description: 'The leaves of the Merkle tree whose root is public.',
  query: commitmentsQuery,
  answer: epochCommitments,
  refusals: ['epoch_unknown'],
  example: { query: { epoch: '0' } },
})

export const setClientSeed = endpoint({
  ...route,
  method: 'put',
  path: '/api/fairness/client-seed',
  summary: 'Choose the client seed',
  description: 'Applies from the next round on.',
  body: clientSeedRequest,
  answer: fairnessState,
  refusals: ['epoch_unknown'],
  // Every change is stored permanently, as evidence for rounds.
  rateLimits: [
    {
      requests: 'client seed changes',
      max: 60,
      windowMs: 60_000,
      per: 'player',
    },
  ],
  example: { body: { clientSeed: 'lucky 7', epoch: 0 } },
})
