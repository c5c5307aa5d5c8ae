import { hash } from 'node:crypto'
import type { OperatorScope } from '#core/api/endpoint.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Entropy } from '../platform/entropy.ts'
import { newId } from '../platform/ids.ts'
import type { Actor, OperatorLog } from './operator-log.service.ts'
import type { OperatorTokensStore, TokenRow } from './operator-tokens.store.ts'

const TOKEN_BYTES = 32
const DAY_MS = 24 * 60 * 60 * 1_000
/** Prefix that lets secret scanners recognise a leaked token. */
const PREFIX = 'casino_'

type TokensDeps = {
  db: Database
  store: OperatorTokensStore
  log: OperatorLog
  clock: Clock
  entropy: Entropy
}

/** A token as it is listed: nothing of it can be used. */
export type ListedToken = Omit<TokenRow, 'hash'>

/** Scoped tokens for scripts, of which only hashes are kept. */
export class OperatorTokensService {
  readonly #deps: TokensDeps

  constructor(deps: TokensDeps) {
    this.#deps = deps
  }

  /** @returns the token, which can't be shown again. */
  async create(
    actor: Actor,
    asked: { name: string; scopes: OperatorScope[]; days: number },
  ): Promise<{ id: string; token: string; expiresAt: Date }> {
    const { db, store, log, clock, entropy } = this.#deps
    const { name, scopes, days } = asked
    const token =
      PREFIX + Buffer.from(entropy(TOKEN_BYTES)).toString('base64url')
    const id = newId()
    const createdAt = clock()
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
    const kept = { id, name, scopes, createdAt, expiresAt, revokedAt: null }
    await db.transaction(async (tx) => {
      const createdBy = actor.name
      await store.add(tx, { ...kept, createdBy, hash: digestOf(token) })
      await log.add(tx, actor, {
        action: 'create_token',
        target: `token ${id}`,
        after: { name, scopes, expiresAt: expiresAt.toISOString() },
        reason: `Asked for as ${name}.`,
      })
    })
    return { id, token, expiresAt }
  }

  /** Newest first. */
  async list(): Promise<ListedToken[]> {
    return (await this.#deps.store.list()).map(listed)
  }

  /** @throws not_found where it was revoked before, or never was. */
  async revoke(actor: Actor, id: string, reason: string): Promise<ListedToken> {
    const { db, store, log, clock } = this.#deps
    return db.transaction(async (tx) => {
      const row = await store.revoke(tx, id, clock())
      if (!row) throw new Refusal('token_unknown')
      const target = `token ${id}`
      await log.add(tx, actor, { action: 'revoke_token', target, reason })
      return listed(row)
    })
  }

  /** Finds the owner of a token that counts now. */
  async find(
    token: string,
  ): Promise<{ actor: Actor; scopes: readonly OperatorScope[] } | undefined> {
    const row = await this.#deps.store.findByHash(digestOf(token))
    const now = this.#deps.clock()
    if (!row || row.revokedAt || row.expiresAt <= now) return undefined
    const actor = { name: `token ${row.name}`, tokenId: row.id }
    return { actor, scopes: row.scopes }
  }
}

function listed(row: TokenRow): ListedToken {
  const { id, name, scopes, createdAt, createdBy, expiresAt, revokedAt } = row
  return { id, name, scopes, createdAt, createdBy, expiresAt, revokedAt }
}

function digestOf(token: string): string {
  return hash('sha256', token)
}
