import { atMost, type Measure, none, rounded } from '../../cli/measures.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { StageProcess } from '../../product/stage.ts'
import { HttpClient } from '../http-client.ts'
import type { FloodName } from './attacks.ts'
import { wrongRequests } from './flood-errors.ts'
import { LOGINS, RIGHT_LOGIN } from './flood-registrations.ts'
import { openDescriptors } from './process-usage.ts'
import type { Tally } from './tally.ts'

const ANSWER_WITHIN_MS = 60_000
const ANSWER_KB_MAX = 4
/** The pool of database connections and the like may grow. */
const MORE_DESCRIPTORS_MAX = 50

/** The API behind a flood, while the attacker keeps its connections. */
export type Flooded = {
  api: StageProcess
  /** Cookie header of the attacker. */
  cookie: string
  tally: Tally
  descriptorsBefore: number
  backWithin: number
}

/** What single floods claim besides. */
export const claims: Partial<
  Record<FloodName, (flooded: Flooded) => Promise<Measure[]>>
> = {
  flood_errors: async ({ api, cookie }) => [
    atMost(ANSWER_KB_MAX, {
      name: 'flood_errors_largest_answer',
      value: rounded((await largestAnswer(api.url, cookie)) / 1_000),
      unit: 'kB',
    }),
  ],
  flood_upgrades: async (flooded) => [
    atMost(MORE_DESCRIPTORS_MAX, {
      name: 'flood_upgrades_descriptors_left',
      value: await descriptorsLeft(flooded),
      unit: 'more than before',
    }),
  ],
  flood_registrations: async ({ tally }) => [
    none(
      'flood_registrations_logins_refused',
      LOGINS - (tally[RIGHT_LOGIN] ?? 0),
      `of ${LOGINS}`,
    ),
  ],
}

async function largestAnswer(url: string, cookie: string): Promise<number> {
  const client = new HttpClient({ keepAlive: false })
  const sizes: number[] = []
  for (const { path, ...request } of wrongRequests(cookie)) {
    const headers = { ...request.headers, 'content-type': 'application/json' }
    const message = { ...request, headers, withinMs: ANSWER_WITHIN_MS }
    const { text } = await client.send(`${url}${path}`, message)
    sizes.push(Buffer.byteLength(text))
  }
  return Math.max(...sizes)
}

/** Waits for what the attacker left behind to be closed, for so long. */
async function descriptorsLeft(flooded: Flooded): Promise<number> {
  const { api, descriptorsBefore, backWithin } = flooded
  const more = () => openDescriptors(api.process.pid) - descriptorsBefore
  await waitUntil(() => more() <= MORE_DESCRIPTORS_MAX, backWithin * 1_000)
  return more()
}
