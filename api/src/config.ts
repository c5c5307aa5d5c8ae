import * as z from 'zod'
import {
  SITE_DEFAULTS,
  SITE_SETTINGS,
  type SiteTexts,
  siteTexts,
} from '#core/api/site.ts'
import {
  type DepositConfig,
  depositConfigOf,
  depositEnvironment,
} from './deposit-config.ts'
import type { ConnectionLimits } from './platform/http/open-connections.ts'
import {
  type SportsConfig,
  sportsConfigOf,
  sportsEnvironment,
} from './sports-config.ts'

const MASTER_KEY = /^([1-9]\d{0,3}):([0-9a-f]{64})$/

/** Parses `1:<64 hex>,2:<64 hex>`: all versions in use, of which the highest seals. */
export const masterKeys = z.string().transform((text, context) => {
  const keys = new Map<number, Uint8Array>()
  for (const part of text.split(',')) {
    const [, version, hex] = MASTER_KEY.exec(part.trim()) ?? []
    if (version && hex && !keys.has(Number(version))) {
      keys.set(Number(version), Buffer.from(hex, 'hex'))
    } else {
      context.addIssue(
        'is a list of <version>:<64 hex characters>, each version once, separated by commas',
      )
    }
  }
  return keys
})

/** Parses plain digits only. */
function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'is a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `is from ${min} to ${max}`,
    })
}

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const houseVariables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3_000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY_HOPS: wholeNumber(0, 10).default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SESSION_SECRET: z.string().min(32, 'has at least 32 characters'),
  MASTER_KEYS: masterKeys,
  WEB_DIR: z.string().optional(),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'is 32 hex characters')
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info'),
  CONNECTIONS_MAX: wholeNumber(1, 1_000_000).default(10_000),
  CONNECTIONS_PER_NETWORK: wholeNumber(1, 1_000_000).default(1_000),
  REQUESTS_PER_NETWORK: wholeNumber(1, 1_000_000).default(1_000),
  SOCKETS_PER_NETWORK: wholeNumber(1, 1_000_000).default(500),
  BET_PARTITIONS: wholeNumber(1, 8).default(1),
  METRICS_PUBLIC: flag.default(false),
  HIGH_WATER_FILE: z.string().optional(),
  HOUSE_REFILL: flag.default(true),
  AUDIT_EVERY_SECONDS: wholeNumber(1, 86_400).default(86_400),
})

/** Requires a proxy for https, since the API itself serves plain HTTP. */
const houseEnvironment = houseVariables.refine(
  ({ PUBLIC_URL, TRUST_PROXY_HOPS }) =>
    TRUST_PROXY_HOPS > 0 || URL.parse(PUBLIC_URL ?? '')?.protocol !== 'https:',
  {
    path: ['TRUST_PROXY_HOPS'],
    error:
      'is 1 or more with an https PUBLIC_URL, or nobody could sign in: Secure cookies need a proxy that is believed',
  },
)

const environment = z.intersection(
  z.intersection(houseEnvironment, depositEnvironment),
  sportsEnvironment,
)

/** Parses `SITE_ADMINS` and the other settings of the site. */
function siteOf(env: NodeJS.ProcessEnv) {
  const set = SITE_SETTINGS.flatMap((setting) => {
    const text = env[variableOf(setting)]
    return text === undefined ? [] : [[setting, text]]
  })
  return siteTexts.safeParse({ ...SITE_DEFAULTS, ...Object.fromEntries(set) })
}

const variableOf = (setting: PropertyKey) =>
  `SITE_${String(setting).toUpperCase()}`

export type Config = {
  host: string
  port: number
  /** Public URL of the site. */
  publicUrl: URL
  /** True when the site is served over https; makes cookies Secure. */
  https: boolean
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxyHops: number
  databaseUrl: string
  /** Bypasses any pooler, for LISTEN. */
  databaseDirectUrl: string
  sessionSecret: string
  /** Lowers the cost of password hashing, for tests. */
  passwordCost?: { memoryCost: number; timeCost: number; parallelism: number }
  masterKeys: ReadonlyMap<number, Uint8Array>
  /** Directory of the web build. */
  webDir: string | undefined
  /** Enables wallets on phones, through WalletConnect's relay. */
  walletConnectProjectId: string | undefined
  logLevel: string
  /** Concurrent batches of bets. */
  partitions: number
  connectionLimits: ConnectionLimits
  /** Concurrent requests, unread responses included. */
  requestsPerNetwork: number
  /** Concurrent sockets. */
  socketsPerNetwork: number
  metricsPublic: boolean
  /** File outside the database and its backups, which detects a restored backup. */
  highWaterFile: string | undefined
  /** Grants the house account coins when it runs low. */
  houseRefill: boolean
  /** Length of an audited day. */
  auditEveryMs: number
  /** Undefined when deposits are off. */
  deposits: DepositConfig | undefined
  sports: SportsConfig
  site: SiteTexts
}

/** Parses the environment. @throws an error that names each invalid variable */
export function configOf(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env)
  const site = siteOf(env)
  if (!parsed.success) throw new Error(explained(parsed.error.issues))
  if (!site.success) {
    const issues = site.error.issues.map(({ path, message }) => ({
      path: path.map(variableOf),
      message,
    }))
    throw new Error(explained(issues))
  }
  const from = parsed.data
  const publicUrl = new URL(from.PUBLIC_URL ?? `http://localhost:${from.PORT}`)
  return {
    host: from.HOST,
    port: from.PORT,
    publicUrl,
    https: publicUrl.protocol === 'https:',
    trustProxyHops: from.TRUST_PROXY_HOPS,
    databaseUrl: from.DATABASE_URL,
    databaseDirectUrl: from.DATABASE_DIRECT_URL ?? from.DATABASE_URL,
    sessionSecret: from.SESSION_SECRET,
    masterKeys: from.MASTER_KEYS,
    webDir: from.WEB_DIR,
    walletConnectProjectId: from.WALLETCONNECT_PROJECT_ID,
    logLevel: from.LOG_LEVEL,
    partitions: from.BET_PARTITIONS,
    connectionLimits: connectionLimitsOf(from),
    requestsPerNetwork: from.REQUESTS_PER_NETWORK,
    socketsPerNetwork: from.SOCKETS_PER_NETWORK,
    metricsPublic: from.METRICS_PUBLIC,
    highWaterFile: from.HIGH_WATER_FILE,
    houseRefill: from.HOUSE_REFILL,
    auditEveryMs: from.AUDIT_EVERY_SECONDS * 1_000,
    deposits: depositConfigOf(from),
    sports: sportsConfigOf(from),
    site: site.data,
  }
}

/** Doesn't limit networks behind a proxy, which makes all connections itself. */
function connectionLimitsOf({
  CONNECTIONS_MAX: max,
  CONNECTIONS_PER_NETWORK,
  TRUST_PROXY_HOPS,
}: z.output<typeof houseVariables>): ConnectionLimits {
  const perNetwork = TRUST_PROXY_HOPS > 0 ? max : CONNECTIONS_PER_NETWORK
  return { max, perNetwork }
}

/** Names invalid variables without their values, which can be secrets. */
function explained(
  issues: readonly { path: PropertyKey[]; message: string }[],
): string {
  const lines = issues.map(
    ({ path, message }) => `  ${path.join('.')} ${message}`,
  )
  return `The configuration does not fit:\n${lines.join('\n')}\nSee .env.example.`
}
