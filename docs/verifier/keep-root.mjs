// node keep-root.mjs SITE USERNAME PASSWORD
// Keeps the root, then sets a client seed, flips a coin and saves its record.
import { randomBytes } from 'node:crypto'
import { appendFile, writeFile } from 'node:fs/promises'

const [site, username, password] = process.argv.slice(2)
let cookie = ''

/** @type {(method: string, path: string, body?: object) => Promise<any>} */
async function call(method, path, body) {
  const answer = await fetch(new URL(path, site), {
    method,
    headers: { 'content-type': 'application/json', cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${json.message}`)
  const set = answer.headers.getSetCookie()
  cookie = set.find((line) => line.startsWith('sid='))?.split(';')[0] ?? cookie
  return json
}

await call('POST', '/api/login', { username, password })
const { player, epoch, root } = await call('GET', '/api/fairness')
await appendFile('roots.txt', `${player} ${epoch} ${root}\n`)

const clientSeed = randomBytes(16).toString('hex')
await call('PUT', '/api/fairness/client-seed', { player, clientSeed, epoch })

const bet = { betAmount: 1, choice: 'heads' }
const { transactionId } = await call('POST', '/api/games/coinflip', bet)
const record = await call('GET', `/api/verify/${transactionId}`)
await writeFile('record.json', JSON.stringify(record, null, 2))

const { epochRoot } = record.gameData
const isKept = epochRoot === root && record.clientSeed === clientSeed
process.stdout.write(isKept ? 'The root is the one kept.\n' : 'ANOTHER ROOT!\n')
process.exitCode = isKept ? 0 : 1
