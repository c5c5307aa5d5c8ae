/** Where anybody gets test BNB of chain 97; the first asks the least. */
export const PUBLIC_FAUCETS = [
  {
    label: 'tBNB from QuickNode',
    url: 'https://faucet.quicknode.com/binance-smart-chain/bnb-testnet',
  },
  {
    label: 'tBNB from BNB Chain',
    url: 'https://www.bnbchain.org/en/testnet-faucet',
  },
  {
    label: 'tBNB from Chainstack',
    url: 'https://faucet.chainstack.com/bnb-testnet-faucet',
  },
] as const
