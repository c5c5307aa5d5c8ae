import { link, TestWallet, verify } from '#testing/chain/test-wallet.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { playHiLo } from '#testing/player/hi-lo.ts'
import { offeredBets } from '#testing/player/offered-bets.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { newPlayer } from '#testing/player/test-player.ts'
import type { ReferenceCall } from './reference-calls.ts'
import { fine, TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

type PreparedCall = ReferenceCall & { client: TestClient }

type Server = Pick<TestServer, 'modules' | 'newPlayer' | 'origin'>

type Preparation = (
  call: PreparedCall,
  server: Server,
) => Promise<Partial<PreparedCall> | undefined>

/** Set-up that examples need, and values that depend on it. */
const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  async 'post /api/login'({ body }, { origin }) {
    await newPlayer(origin, String(body?.username))
    return undefined
  },
  async 'post /api/user/password'({ body }, server) {
    const { client, wallet } = await walletPlayer(server)
    const proof = await wallet.signProof(client, 'set-password')
    return { client, body: { ...body, ...proof } }
  },
  async 'post /api/auth/siwe/verify'({ client, body }) {
    return { body: { ...body, ...(await new TestWallet().prove(client)) } }
  },
  async 'post /api/auth/siwe/link'({ body, client }) {
    const proof = await new TestWallet().signProof(client, 'link')
    return { body: { ...body, ...proof } }
  },
  'post /api/auth/siwe/unlink': after((client) =>
    link(client, new TestWallet()),
  ),
  async 'get /api/verify/{id}'(_call, server) {
    const { client } = await server.newPlayer()
    const { transactionId } = await flipCoin(client)
    return { params: { id: transactionId } }
  },
  'get /api/transactions': after(flipCoin),
  'get /api/user/data': after(flipCoin),
  'get /api/games/hilo': after(startHiLo),
  'post /api/games/hilo/play': after(startHiLo),
  'post /api/games/hilo/skip': after(startHiLo),
  'post /api/games/hilo/cashout': after(winAtHiLo),
  'get /api/operator/players/{id}': otherPlayer,
  'get /api/operator/players/{id}/transactions': otherPlayer,
  'post /api/operator/players/{id}/freeze': otherPlayer,
  async 'post /api/operator/players/{id}/unfreeze'({ client }, server) {
    const { id } = await server.newPlayer()
    const path = `/api/operator/players/${id}/freeze`
    fine(await client.post(path, { reason: 'To try it.' }))
    return { params: { id } }
  },
  async 'post /api/operator/pauses/end'({ client, body }) {
    const pause = { ...body, notice: null }
    fine(await client.post('/api/operator/pauses', pause))
    return undefined
  },
  'post /api/operator/sports/games/{id}/void': offeredGame,
  'post /api/operator/sports/games/{id}/correct': offeredGame,
  async 'post /api/sports/place-bet'({ client, body }) {
    const [bet] = await offeredBets(client)
    return { body: { ...body, ...bet } }
  },
}

function after(act: (client: TestClient) => Promise<unknown>): Preparation {
  return async ({ client }) => {
    await act(client)
    return undefined
  }
}

/** Prepares an example; readers send those that change nothing. */
export async function preparedCall(
  call: ReferenceCall,
  server: Server,
  readers: { player: TestClient; operator: TestClient },
): Promise<PreparedCall> {
  const shared = call.method === 'get' ? readers : undefined
  const client = await createClient(call, server, shared)
  const prepared = { ...call, client }
  return { ...prepared, ...(await PREPARATIONS[call.name]?.(prepared, server)) }
}

async function createClient(
  { forOperators, forPlayers }: ReferenceCall,
  server: Server,
  shared: Parameters<typeof preparedCall>[2] | undefined,
): Promise<TestClient> {
  if (forOperators)
    return shared?.operator ?? (await newOperator(server)).client
  if (forPlayers) return shared?.player ?? (await server.newPlayer()).client
  return new TestClient(server.origin)
}

async function walletPlayer({ origin }: Server) {
  const wallet = new TestWallet()
  const client = new TestClient(origin)
  fine(await verify(client, await wallet.prove(client)))
  return { client, wallet }
}

function startHiLo(client: TestClient) {
  return playHiLo({ client }, 'start', { betAmount: 1 })
}

async function winAtHiLo(client: TestClient): Promise<void> {
  for (let isWon = false; !isWon; ) {
    const { higherProbability, lowerProbability } = await startHiLo(client)
    const choice = higherProbability > lowerProbability ? 'higher' : 'lower'
    const state = await playHiLo({ client }, 'play', { choice })
    isWon = state.gameActive
  }
}

async function otherPlayer(_call: PreparedCall, server: Server) {
  return { params: { id: (await server.newPlayer()).id } }
}

async function offeredGame({ client }: PreparedCall) {
  const [{ gameId }] = await offeredBets(client)
  return { params: { id: gameId } }
}
