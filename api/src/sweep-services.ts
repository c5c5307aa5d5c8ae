import type { Address } from 'viem'
import type { WalletMovesThrough } from './features/deposits/wallet-moves.ts'
import {
  MoveFollower,
  type MovePatience,
} from './features/sweep/move-follower.ts'
import { MoveOffers } from './features/sweep/move-offers.ts'
import { MoveSigner } from './features/sweep/move-signer.ts'
import { SweepService } from './features/sweep/sweep.service.ts'
import { SweepStore } from './features/sweep/sweep.store.ts'
import { Sweeper } from './features/sweep/sweeper.ts'
import type { WalletVault } from './features/wallet/wallet-vault.ts'
import { Broadcaster } from './platform/chain/broadcaster.ts'
import type { Chain } from './platform/chain/chain.ts'
import type { OutboxStore } from './platform/chain/outbox.store.ts'
import type { Database } from './platform/db/database.ts'
import type { Logger } from './platform/logger.ts'

/** What wallets paid out: to the treasury, and to nobody else. */
export function movesOf(db: Database, instanceId: number): WalletMovesThrough {
  const store = new SweepStore(db, instanceId)
  const sweeps = new SweepService({ db, instanceId, store })
  return (blockNumber, wallets) => sweeps.movesThrough(blockNumber, wallets)
}

/** What empties players' wallets into the treasury. */
export function openSweeper(deps: {
  chain: Chain
  store: SweepStore
  outbox: OutboxStore
  vault: WalletVault
  /** Without one nothing new is moved. */
  treasury: Address | undefined
  log: Logger
  patience?: MovePatience
}): Sweeper {
  const { treasury, vault } = deps
  const broadcaster = new Broadcaster(deps)
  const sending = { ...deps, broadcaster }
  const signer = new MoveSigner(sending)
  const offers = new MoveOffers({ ...sending, signer })
  const follower = new MoveFollower({ ...sending, offers })
  const isTreasury = async (address: Address) =>
    address === treasury && !(await vault.holds(address))
  return new Sweeper({ ...sending, offers, follower, isTreasury })
}
