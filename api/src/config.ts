import * as z from 'zod'
import { SITE_DEFAULTS, SITE_SETTINGS, siteTexts } from '#core/api/site.ts'
import type { ExposureLimits } from '#core/sports/terms.ts'
import {
  depositEnvironment,
  toDepositConfig,
  wholeNumber,
} from './deposit-config.ts'
import { readSecretFiles } from './secret-files.ts'

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

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3_000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY_HOPS: wholeNumber(0, 10).default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  EVENTS_URL: z.url({ protocol: /^(postgres(ql)?|nats)$/ }).optional(),
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
  DRAIN_DELAY_SECONDS: wholeNumber(0, 3).default(0),
  METRICS_PUBLIC: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d+|1\.0+)$/, 'is a number from 0 to 1')
    .transform(Number)
    .default(1),
  HIGH_WATER_FILE: z.string().optional(),
  HOUSE_REFILL: flag.default(true),
  AUDIT_EVERY_SECONDS: wholeNumber(1, 86_400).default(86_400),
  ODDS_API_KEY: z
    .string()
    .regex(/^\S{8,200}$/, 'is the key of an account at the-odds-api.com')
    .optional(),
  ODDS_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.the-odds-api.com'),
  ODDS_API_POLL_SECONDS: wholeNumber(10, 3_600).default(60),
  SPORTS_SPEED: wholeNumber(1, 100_000).default(1),
  SPORTS_PLAYER_EXPOSURE_PERCENT: wholeNumber(1, 100).default(2),
  SPORTS_EXPOSURE_PERCENT: wholeNumber(1, 100).default(50),
})

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

const environment = z.intersection(
  variables
    // The API itself serves plain HTTP.
    .refine(
      ({ PUBLIC_URL, TRUST_PROXY_HOPS }) =>
        TRUST_PROXY_HOPS > 0 ||
        URL.parse(PUBLIC_URL ?? '')?.protocol !== 'https:',
      {
        path: ['TRUST_PROXY_HOPS'],
        error:
          'is 1 or more with an https PUBLIC_URL, since browsers send Secure cookies over https only',
      },
    )
    .refine(
      ({ SPORTS_SPEED, PUBLIC_URL = 'http://localhost' }) =>
        SPORTS_SPEED === 1 ||
        LOCAL_NAMES.has(URL.parse(PUBLIC_URL)?.hostname ?? ''),
      {
        path: ['SPORTS_SPEED'],
        error:
          'is 1 unless PUBLIC_URL is of this machine: faster seasons are for tests and demonstrations',
      },
    ),
  depositEnvironment,
)

const toVariable = (setting: PropertyKey) =>
  `SITE_${String(setting).toUpperCase()}`

function parseSite(env: NodeJS.ProcessEnv) {
  const set = SITE_SETTINGS.flatMap((setting) => {
    const text = env[toVariable(setting)]
    return text === undefined ? [] : [[setting, text]]
  })
  return siteTexts.safeParse({ ...SITE_DEFAULTS, ...Object.fromEntries(set) })
}

export type Config = ReturnType<typeof parseConfig> & {
  /** Lowers the cost of password hashing, for tests. */
  passwordCost?: { memoryCost: number; timeCost: number; parallelism: number }
}

/** Parses the environment. @throws an error that names each invalid variable */
export function parseConfig(settings: NodeJS.ProcessEnv) {
  const secrets = readSecretFiles(settings)
  if (secrets.issues.length > 0) throw new Error(explainIssues(secrets.issues))
  const env = { ...settings, ...secrets.variables }
  const parsed = environment.safeParse(env)
  const site = parseSite(env)
  if (!parsed.success || !site.success) {
    const siteIssues = site.error?.issues.map(({ path, message }) => ({
      path: path.map(toVariable),
      message,
    }))
    const issues = [...(parsed.error?.issues ?? []), ...(siteIssues ?? [])]
    throw new Error(explainIssues(issues))
  }
  const from = parsed.data
  const publicUrl = new URL(from.PUBLIC_URL ?? `http://localhost:${from.PORT}`)
  return {
    host: from.HOST,
    port: from.PORT,
    publicUrl,
    https: publicUrl.protocol === 'https:',
    /** Proxies whose X-Forwarded-For is trusted. */
    trustProxyHops: from.TRUST_PROXY_HOPS,
    databaseUrl: from.DATABASE_URL,
    /** Bypasses any pooler, for what needs a connection of its own. */
    databaseDirectUrl: from.DATABASE_DIRECT_URL ?? from.DATABASE_URL,
    /** Carries events between processes: NATS or PostgreSQL. */
    eventsUrl: from.EVENTS_URL ?? from.DATABASE_DIRECT_URL ?? from.DATABASE_URL,
    sessionSecret: from.SESSION_SECRET,
    masterKeys: from.MASTER_KEYS,
    webDir: from.WEB_DIR,
    /** Enables wallets on phones, through WalletConnect's relay. */
    walletConnectProjectId: from.WALLETCONNECT_PROJECT_ID,
    logLevel: from.LOG_LEVEL,
    partitions: from.BET_PARTITIONS,
    /** Time for a proxy to notice that the process is not ready. */
    drainDelayMs: from.DRAIN_DELAY_SECONDS * 1_000,
    connectionLimits: {
      max: from.CONNECTIONS_MAX,
      // A proxy makes all connections itself.
      perNetwork:
        from.TRUST_PROXY_HOPS > 0
          ? from.CONNECTIONS_MAX
          : from.CONNECTIONS_PER_NETWORK,
    },
    requestsPerNetwork: from.REQUESTS_PER_NETWORK,
    socketsPerNetwork: from.SOCKETS_PER_NETWORK,
    metricsPublic: from.METRICS_PUBLIC,
    traces: toTraces(from),
    /** File outside the database and its backups, which detects a restored backup. */
    highWaterFile: from.HIGH_WATER_FILE,
    houseRefill: from.HOUSE_REFILL,
    auditEveryMs: from.AUDIT_EVERY_SECONDS * 1_000,
    deposits: toDepositConfig(from),
    sports: {
      /** Undefined for simulated games. */
      oddsApi: from.ODDS_API_KEY
        ? {
            apiKey: from.ODDS_API_KEY,
            baseUrl: from.ODDS_API_URL.replace(/\/+$/, ''),
            everyMs: from.ODDS_API_POLL_SECONDS * 1_000,
          }
        : undefined,
      /** Simulated hours per real hour. */
      speed: from.SPORTS_SPEED,
      exposure: {
        ofPlayer: from.SPORTS_PLAYER_EXPOSURE_PERCENT,
        ofAll: from.SPORTS_EXPOSURE_PERCENT,
      } satisfies ExposureLimits,
    },
    site: site.data,
  }
}

/**
 * Returns the target of traces, if there is one. Samplers based on a parent are
 * like the others, since no trace has a parent outside of the process.
 */
function toTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: z.output<typeof variables>) {
  if (!endpoint) return undefined
  const always = sampler.endsWith('always_on') ? 1 : 0
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    sampleRatio: sampler.endsWith('traceidratio') ? ratio : always,
  }
}

/** Names invalid variables without their values, which can be secrets. */
function explainIssues(
  issues: readonly { path: PropertyKey[]; message: string }[],
): string {
  const lines = issues.map(
    ({ path, message }) => `  ${path.join('.')} ${message}`,
  )
  return `The configuration does not fit:\n${lines.join('\n')}\nSee .env.example.`
}
