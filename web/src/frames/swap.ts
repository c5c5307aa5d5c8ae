import { thirdPartyUrl } from '../pages/frames/third-party-url.ts'
import { embed } from './embed.ts'
import { fetchSiteLinks } from './third-party.ts'

void embed(thirdPartyUrl('swap', await fetchSiteLinks()), 'Token swap')
