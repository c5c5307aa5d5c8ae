import { queryOptions } from '@tanstack/react-query'
import { type Address, type Client, erc20Abi, getAddress } from 'viem'
import { getBalance, getGasPrice, readContract } from 'viem/actions'
import type { WalletInfo } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'

/** A wallet's balances, and the gas price, in wei. */
export type Holdings = {
  balances: ReadonlyMap<AssetSymbol, bigint>
  gasPrice: bigint
}

export function holdingsQuery(
  client: Client,
  holder: Address,
  assets: readonly Asset[],
) {
  return queryOptions({
    queryKey: ['wallet-holdings', holder, assets.map(({ address }) => address)],
    queryFn: async (): Promise<Holdings> => {
      const [gasPrice, ...balances] = await Promise.all([
        getGasPrice(client),
        ...assets.map((asset) => readBalance(client, holder, asset)),
      ])
      return { gasPrice, balances: new Map(balances) }
    },
    refetchInterval: 3_000,
    gcTime: 0,
  })
}

async function readBalance(
  client: Client,
  holder: Address,
  { symbol, address }: Asset,
): Promise<[AssetSymbol, bigint]> {
  if (!address) return [symbol, await getBalance(client, { address: holder })]
  const balance = await readContract(client, {
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
  return [symbol, balance]
}

/** The chain's own coin has no address. */
export type Asset = Omit<WalletInfo['assets'][number], 'address'> & {
  address?: Address
}

export function toAsset({
  address,
  ...terms
}: WalletInfo['assets'][number]): Asset {
  return { ...terms, ...(address && { address: getAddress(address) }) }
}
