import * as z from 'zod'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { chainControl } from '../chaos/deposits/chain-control.ts'
import { OneTimePayments, type Payment } from '../chaos/deposits/payments.ts'
import { DepositTraffic } from '../chaos/deposits/traffic.ts'
import type { DepositSite } from '../deposit/deposit-site.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import { Bettors, playRound } from '../load/bettors.ts'
import { HttpClient, post } from '../load/http-client.ts'
import type { StageProcess } from '../product/stage.ts'

const STAKE = 10

const round = z.object({ serverSeedHash: z.string() })

/** Players of a product that bet until stopped. */
export function startBets(
  { cookies }: DepositSite,
  { url }: StageProcess,
  seed: string,
) {
  /** Hashes of the seeds of all rounds that players were shown. */
  const seeds = new Set<string>()
  const bettors = new Bettors({
    urls: [url],
    random: seededRandom(seed),
    play: (send, random) =>
      playRound(async (call) => {
        const answer = await send(call)
        if (answer) seeds.add(round.parse(answer).serverSeedHash)
        return answer
      }, random),
  })
  bettors.start(cookies)
  const { accepted, surprises } = bettors
  return { accepted, surprises, seeds, stop: () => bettors.stop() }
}

/** Flips a coin for every player. @returns the number of accepted bets */
export async function flipEach(
  { cookies }: DepositSite,
  { url }: StageProcess,
): Promise<number> {
  const client = new HttpClient()
  const { path, body } = coinFlipKit.calls.start(STAKE)
  const answers = await Promise.all(
    cookies.map((cookie) =>
      client.send(`${url}/api/games/${path}`, post(cookie, body)),
    ),
  )
  client.close()
  return answers.filter(({ status }) => status === 200).length
}

/** Pays players' wallets until stopped, also while the product is down. */
export async function payInto(
  { chain: { deployment }, client, wallets }: DepositSite,
  seed: string,
) {
  const chain = chainControl(client)
  // Mines by the clock, as a real chain.
  await chain.setAutomine(false)
  const sent: Payment[] = []
  const random = seededRandom(`${seed}:pay`)
  const options = { chain, deployment, sent, name: seed, random }
  const traffic = new DepositTraffic(new OneTimePayments(options), wallets)
  const over = new AbortController()
  const work = traffic.work(over.signal)
  // Reported when awaited.
  work.catch(() => undefined)
  return {
    async stop() {
      over.abort()
      await work
      return { sent, chain }
    },
  }
}
