import * as z from 'zod/mini'
import { timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'
import { ACT, exampleReason, READ, reason } from './operator/shared.ts'

/** A link; an empty `href` is shown as "Coming soon". */
export const siteLink = z.strictObject({ name: z.string(), href: z.string() })
export type SiteLink = z.infer<typeof siteLink>

export const siteLinks = z.strictObject({
  /** The two official admins of the chats. */
  admins: z.tuple([z.string(), z.string()]),
  /** The operator's social media accounts. */
  microblog: siteLink,
  messenger: siteLink,
  partners: z.array(siteLink),
  /** Polygon pair whose price is shown, and the symbol of its token. */
  pair: z.strictObject({ symbol: z.string(), address: z.string() }),
  /** The third-party exchange that /swap embeds. */
  swap: siteLink,
  /** The third-party widget that draws the pair's prices on /chart. */
  chart: siteLink,
  /** The market-data service; the pair's address is appended to it. */
  price: siteLink,
})
export type SiteLinks = z.infer<typeof siteLinks>

/** Hosts have only letters, digits and hyphens: they become part of a policy. */
const LINK =
  /^([^,\s][^,]{0,39}) (https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:[/?#][^\s,]*)?)$/i
const PAIR = /^([A-Z\d]{1,12}) (0x[\da-f]{40})$/i
const ADMINS = /^[^,\s][^,]{0,39},\s*[^,\s][^,]{0,39}$/
const PARTNERS_MAX = 12

function line(isValid: (text: string) => boolean, error: string) {
  const text = z.string().check(z.maxLength(2_000), z.trim())
  return text.check(
    z.refine((value) => value === '' || isValid(value), { error }),
  )
}
const link = line(
  isLink,
  'must be a name and an https address, such as: Telegram https://t.me/bendy',
)

/** Settings of the site as they are written; an empty one is "Coming soon". */
export const siteTexts = z.strictObject({
  admins: line(
    (text) => ADMINS.test(text),
    'must be two names with a comma between them, such as: @bendy, @pokey',
  ),
  microblog: link,
  messenger: link,
  partners: line(
    (text) => parts(text).length <= PARTNERS_MAX && parts(text).every(isLink),
    `must be up to ${PARTNERS_MAX} names, each with an https address, separated by commas`,
  ),
  pair: line(
    (text) => PAIR.test(text),
    'must be a symbol and the address of its pair on Polygon, such as: POL 0x and 40 hex digits',
  ),
  swap: link,
  chart: link,
  price: link,
})
export type SiteTexts = z.infer<typeof siteTexts>
export const siteSetting = z.keyof(siteTexts)
export type SiteSetting = z.infer<typeof siteSetting>
export const SITE_SETTINGS = siteSetting.options

export const SITE_DEFAULTS: SiteTexts = {
  admins: '',
  microblog: '',
  messenger: '',
  partners: '',
  // GUMBY has no pair yet: until then, the coin of its chain against USDC.
  pair: 'POL 0xa374094527e1673a86de625aa59517c5de346d32',
  swap: 'QuickSwap https://quickswap.exchange/#/swap',
  chart: 'Moralis https://moralis.com/widgets/embed/price-chart',
  price: 'DEX Screener https://api.dexscreener.com/latest/dex/pairs/polygon',
}

export function getSiteLinks(texts: SiteTexts): SiteLinks {
  const [, symbol = '', address = ''] = PAIR.exec(texts.pair) ?? []
  const [first = '', second = ''] = parts(texts.admins)
  return {
    admins: [first, second],
    microblog: parseLink(texts.microblog, 'X'),
    messenger: parseLink(texts.messenger, 'Telegram'),
    partners: parts(texts.partners || 'Launchpad').map((one) =>
      parseLink(one, one),
    ),
    pair: { symbol, address },
    swap: parseLink(texts.swap, 'Exchange'),
    chart: parseLink(texts.chart, 'Chart'),
    price: parseLink(texts.price, 'Price'),
  }
}

/** @param name of a link that is not set. */
function parseLink(text: string, name: string): SiteLink {
  const [, named = name, href = ''] = LINK.exec(text) ?? []
  return { name: named, href }
}

function isLink(text: string): boolean {
  const { href } = parseLink(text, '')
  return href !== '' && URL.canParse(href)
}

function parts(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

export const siteRequest = z.extend(z.partial(siteTexts), { reason })
export type SiteChange = Omit<z.infer<typeof siteRequest>, 'reason'>

export const operatorSite = z.strictObject({
  settings: z.array(
    z.strictObject({
      setting: siteSetting,
      text: z.string(),
      /** Value of the environment; applies until an operator changes it. */
      environment: z.string(),
      changed: z.nullable(
        z.strictObject({ at: timestamp, by: z.nullable(z.string()) }),
      ),
    }),
  ),
})

export const readSite = endpoint({
  section: {
    name: 'Site',
    description: 'Admins, links, partners and markets of the site.',
  },
  method: 'get',
  path: '/api/site',
  summary: 'Read the admins, links, partners and markets of the site',
  description: 'An empty text or `href` means not announced yet.',
  access: 'public',
  answer: siteLinks,
})

export const readSettings = endpoint({
  ...READ,
  path: '/api/operator/site',
  summary: 'Read the settings of the site',
  answer: operatorSite,
})

export const changeSettings = endpoint({
  ...ACT,
  scope: 'house',
  path: '/api/operator/site',
  summary: 'Change settings of the site',
  description:
    'Each setting given replaces the one from the environment; an empty one shows as "Coming soon".',
  body: siteRequest,
  answer: operatorSite,
  example: {
    body: {
      messenger: 'Telegram https://t.me/bendy',
      reason: exampleReason,
    },
  },
})
export type OperatorSite = z.infer<typeof operatorSite>
