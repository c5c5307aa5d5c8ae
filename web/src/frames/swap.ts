import { thirdPartyUrl } from '../domain/frames/third-party-url.ts'
import { siteLinks } from '../domain/site/site-links.ts'
import { embed } from './embed.ts'

void embed(thirdPartyUrl('swap', siteLinks), 'Token swap')
