import { thirdPartyUrl } from '../pages/frames/third-party-url.ts'
import {
  fetchSiteLinks,
  fetchThirdParty,
  notifyPage,
  priceUsd,
} from './third-party.ts'

const EVERY_MS = 30_000

const url = thirdPartyUrl('price', await fetchSiteLinks())
if (url) void follow(url)

async function follow(pair: URL): Promise<void> {
  try {
    const answer = await fetchThirdParty(pair)
    notifyPage({ is: 'price', priceUsd: priceUsd(await answer.json()) })
  } catch {
    notifyPage({ is: 'unreachable' })
  }
  setTimeout(follow, EVERY_MS, pair)
}
