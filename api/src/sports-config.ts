import * as z from 'zod'
import type { ExposureLimits } from '#core/sports/terms.ts'

export type SportsConfig = {
  /** Undefined for simulated games. */
  oddsApi: { apiKey: string; baseUrl: string; everyMs: number } | undefined
  /** Simulated hours per real hour. */
  speed: number
  exposure: ExposureLimits
}

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, 'is a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `is from ${min} to ${max}`,
    })
}

const percent = wholeNumber(1, 100)

const variables = z.object({
  PUBLIC_URL: z.string().optional(),
  ODDS_API_KEY: z
    .string()
    .regex(/^\S{8,200}$/, 'is the key of an account at the-odds-api.com')
    .optional(),
  ODDS_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.the-odds-api.com'),
  ODDS_API_POLL_SECONDS: wholeNumber(10, 3_600).default(60),
  SPORTS_SPEED: wholeNumber(1, 100_000).default(1),
  SPORTS_PLAYER_EXPOSURE_PERCENT: percent.default(2),
  SPORTS_EXPOSURE_PERCENT: percent.default(50),
})

/** Allows faster seasons for tests and demonstrations only. */
export const sportsEnvironment = variables.refine(
  ({ SPORTS_SPEED, PUBLIC_URL }) => SPORTS_SPEED === 1 || isLocal(PUBLIC_URL),
  {
    path: ['SPORTS_SPEED'],
    error:
      'is 1 where PUBLIC_URL is not of this machine: it is for demonstrations',
  },
)

export function sportsConfigOf(
  from: z.output<typeof sportsEnvironment>,
): SportsConfig {
  const { ODDS_API_KEY: apiKey, ODDS_API_URL, ODDS_API_POLL_SECONDS } = from
  return {
    oddsApi: apiKey
      ? {
          apiKey,
          baseUrl: ODDS_API_URL.replace(/\/+$/, ''),
          everyMs: ODDS_API_POLL_SECONDS * 1_000,
        }
      : undefined,
    speed: from.SPORTS_SPEED,
    exposure: {
      ofPlayer: from.SPORTS_PLAYER_EXPOSURE_PERCENT,
      ofAll: from.SPORTS_EXPOSURE_PERCENT,
    },
  }
}

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True without a public URL, when only this machine can connect. */
function isLocal(publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return true
  return LOCAL_NAMES.has(URL.parse(publicUrl)?.hostname ?? '')
}
