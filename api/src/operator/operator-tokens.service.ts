import { hash } from 'node:crypto'
import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { OperatorScope } from '#core/api/endpoint.ts'
import { DAY_MS } from '#core/durations.ts'
import { Refusal } from '#core/refusals.ts'
import { newId } from '../platform/ids.ts'
import type { Platform } from '../platform/platform.ts'
import type { Actor, Attribution, OperatorLog } from './operator-log.service.ts'
import { operatorTokens } from './operators.table.ts'

const TOKEN_BYTES = 32
/** Prefix that lets secret scanners recognise a leaked token. */
const PREFIX = 'casino_'

export type ListedToken = Omit<typeof operatorTokens.$inferSelect, 'hash'>

const { hash: _, ...LISTED } = getTableColumns(operatorTokens)

export type OperatorTokensService = ReturnType<typeof createOperatorTokens>

/** Creates the service of scoped tokens for scripts. Only their hashes are stored. */
export function createOperatorTokens(
  { clock, db, entropy }: Pick<Platform, 'clock' | 'db' | 'entropy'>,
  log: OperatorLog,
) {
  return {
    /** @returns the token, which can't be shown again. */
    async create(
      actor: Actor,
      request: { name: string; scopes: OperatorScope[]; days: number },
    ): Promise<{ id: string; token: string; expiresAt: Date }> {
      const { name, scopes, days } = request
      const token =
        PREFIX + Buffer.from(entropy(TOKEN_BYTES)).toString('base64url')
      const id = newId()
      const createdAt = clock()
      const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
      await db.transaction(async (tx) => {
        await tx.insert(operatorTokens).values({
          id,
          name,
          scopes,
          createdAt,
          createdBy: actor.name,
          expiresAt,
          hash: hashToken(token),
        })
        const by = { actor, reason: `Requested as ${name}.` }
        await log.add(tx, by, {
          action: 'create_token',
          target: `token ${id}`,
          after: { name, scopes, expiresAt: expiresAt.toISOString() },
        })
      })
      return { id, token, expiresAt }
    },

    list: (): Promise<ListedToken[]> =>
      db.select(LISTED).from(operatorTokens).orderBy(desc(operatorTokens.id)),

    async revoke(by: Attribution, id: string): Promise<ListedToken> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .update(operatorTokens)
          .set({ revokedAt: clock() })
          .where(
            and(eq(operatorTokens.id, id), isNull(operatorTokens.revokedAt)),
          )
          .returning(LISTED)
        if (!row) throw new Refusal('token_unknown')
        const target = `token ${id}`
        await log.add(tx, by, { action: 'revoke_token', target })
        return row
      })
    },

    async find(token: string) {
      const [row] = await db
        .select()
        .from(operatorTokens)
        .where(eq(operatorTokens.hash, hashToken(token)))
      if (!row || row.revokedAt || row.expiresAt <= clock()) return undefined
      const actor = { name: `token ${row.name}`, tokenId: row.id }
      return { actor, scopes: row.scopes }
    },
  }
}

const hashToken = (token: string) => hash('sha256', token)
