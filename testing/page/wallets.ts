import type { Deposit, WalletInfo } from '#core/api/wallet.ts'
import { PUBLIC_FAUCETS } from '#core/chain/networks.ts'
import { coins } from '#core/money/coins.ts'

/** Wallet of a player without an address, on a local chain. */
export const noWallet: WalletInfo = {
  address: null,
  createdAt: null,
  deposits: [],
  state: 'none',
  network: { chainId: 31_337, name: 'Local Hardhat chain', explorer: null },
  assets: [
    { symbol: 'tBNB', minimum: '0.01', coinsPerUnit: 100_000 },
    {
      symbol: 'GUMBY',
      address: `0x${'c0'.repeat(20)}`,
      minimum: '100',
      coinsPerUnit: 1,
    },
  ],
  faucet: { kind: 'local' },
}

export const activating: WalletInfo = {
  ...noWallet,
  createdAt: '2026-03-01T12:00:00.000Z',
  state: 'activating',
}

export const activeWallet: WalletInfo = {
  ...activating,
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  state: 'active',
}

export const onBscTestnet: WalletInfo = {
  ...activeWallet,
  network: {
    chainId: 97,
    name: 'Binance Smart Chain Testnet',
    explorer: 'https://testnet.bscscan.com',
  },
  faucet: { kind: 'links', links: [...PUBLIC_FAUCETS] },
}

/** A payment of 0.05 tBNB with three confirmations. */
export const pendingDeposit: Deposit = {
  id: '01890000-0000-7000-a000-000000000001',
  chainId: 97,
  txHash: `0x${'ab'.repeat(32)}`,
  amount: '0.05',
  cryptoType: 'tBNB',
  status: 'pending',
  confirmations: 3,
  coins: coins(5_000),
  createdAt: '2026-03-01T12:30:00.000Z',
  confirmedAt: null,
}

export const creditedDeposit: Deposit = {
  ...pendingDeposit,
  status: 'confirmed',
  confirmations: 6,
  confirmedAt: '2026-03-01T12:30:06.000Z',
}
