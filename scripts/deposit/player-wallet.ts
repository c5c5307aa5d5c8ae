import type { Pool } from 'pg'
import { type Address, getAddress, type PublicClient } from 'viem'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import { LaunchError } from '../cli/launch-error.ts'

/** Returns the address of a player's deposit wallet. */
export async function playerWallet(
  database: Pool,
  username: string,
): Promise<Address> {
  const { rows } = await database.query<{ address: string | null }>(
    `SELECT wallet_keys.address
     FROM users LEFT JOIN wallet_keys ON wallet_keys.user_id = users.id
     WHERE lower(normalize(username, NFKC)) = lower(normalize($1, NFKC))`,
    [username],
  )
  const [player] = rows
  if (!player) throw new LaunchError(`There is no player ${username}.`)
  if (player.address) return getAddress(player.address)
  throw new LaunchError(
    `${username} has no wallet yet. Sign in as ${username}, open the account drawer and generate one.`,
  )
}

/** Payments before the registration of a wallet are not detected as deposits. */
export async function requireActive(
  client: PublicClient,
  registry: Address,
  wallet: Address,
): Promise<void> {
  const isActive = await client.readContract({
    address: registry,
    abi: depositRegistryAbi,
    functionName: 'isRegistered',
    args: [wallet],
  })
  if (isActive) return
  throw new LaunchError(
    `The wallet ${wallet} is still being activated on this chain. Try again in a few seconds.`,
  )
}
