import { siweSite } from '#core/api/siwe.ts'
import { getJson } from '../../lib/api-client.ts'

/** What a page needs to know of the house before it connects a wallet. */
export function getWalletSite() {
  return getJson('/api/auth/siwe', siweSite)
}
