import * as api from '#core/api/operator/players.ts'
import { Refusal } from '#core/refusals.ts'
import type { HistoryModule } from '../ledger/history/history.ts'
import { historyFile } from '../ledger/history/history.ts'
import type { WalletModule } from '../payments/wallets/wallets.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { AccountsService } from '../players/auth/managed-accounts.service.ts'
import type { LimitsModule } from '../players/limits/limits.ts'
import type { SessionsModule } from '../players/sessions/sessions.ts'
import type { OperatorActions } from './operator-actions.service.ts'
import { createServeList } from './operator-list.ts'
import { by } from './require-operator.ts'

/** Mounts the players' accounts. */
export function mountPlayers(
  serve: Serve,
  {
    accounts,
    actions,
    history,
    limits,
    sessions,
    wallet,
  }: {
    accounts: Pick<AccountsService, 'find' | 'page'>
    actions: OperatorActions
    history: HistoryModule['service']
    limits: LimitsModule['service']
    sessions: SessionsModule['service']
    wallet: WalletModule['service']
  },
): void {
  const serveList = createServeList(serve)

  async function findPlayer(id: string): Promise<api.OperatorPlayer> {
    const account = await accounts.find(id)
    const [player] = await withBetTotals(account ? [account] : [])
    if (!player) throw new Refusal('player_unknown')
    return player
  }

  async function withBetTotals(found: readonly api.OperatorAccount[]) {
    const totals = await history.readBetTotals(found.map(({ id }) => id))
    return found.flatMap((account) => {
      const bets = totals.get(account.id)
      return bets ? [{ ...account, ...bets }] : []
    })
  }

  serveList(api.listPlayers, 'players', {
    page: async (query, limit) =>
      withBetTotals(await accounts.page(query, limit)),
  })
  serve(api.readPlayer, async ({ params: { id } }) => {
    const player = await findPlayer(id)
    const [ownLimits, address, signedIn] = await Promise.all([
      limits.of(id),
      wallet.findAddress(id),
      sessions.listSessions(id),
    ])
    return {
      player,
      wallet: address ?? null,
      limits: ownLimits,
      sessions: signedIn.map(({ expires, signedIn: at }) => ({
        signedInAt: at.toISOString(),
        expiresAt: expires.toISOString(),
      })),
    }
  })
  serve(api.listPlayerTransactions, async ({ params, query }) => {
    const { id } = await findPlayer(params.id)
    return query.format === 'csv'
      ? historyFile(history.all(id, {}))
      : history.page(id, { before: query.before })
  })
  serve(api.freezePlayer, async (call) => {
    await actions.freeze(by(call), call.params.id)
    return findPlayer(call.params.id)
  })
  serve(api.unfreezePlayer, async (call) => {
    await actions.unfreeze(by(call), call.params.id)
    return findPlayer(call.params.id)
  })
}
