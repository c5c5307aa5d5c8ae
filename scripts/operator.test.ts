import { afterAll, beforeAll, expect, test } from 'vitest'
import { Stage } from './lib/stage.ts'
import { runScript } from './test-support/run-script.ts'

const stage = new Stage()
let apiUrl: string

beforeAll(async () => {
  await stage.startDatabase()
  apiUrl = (await stage.startApi()).url
})
afterAll(() => stage.close())

// As a .env may name a chain, without a deployment and out of reach.
function operator(...args: string[]) {
  return runScript('operator.ts', args, {
    ...stage.env,
    RPC_URL: 'http://127.0.0.1:1',
  })
}

async function post(path: string, headers = {}): Promise<Response> {
  return fetch(`${apiUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'Ada', password: 'a password' }),
  })
}

test('a player becomes an operator, with no chain in reach', async () => {
  await post('/register')
  const { code, stdout, stderr } = await operator('grant', 'ADA')
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: 'ADA is an operator now.\n',
    stderr: '',
  })
  expect(await (await post('/login')).json()).toMatchObject({
    role: 'operator',
  })
})

test('who does not exist is named, with exit code 1', async () => {
  expect(await operator('grant', 'nobody')).toMatchObject({
    code: 1,
    stderr: 'There is no player nobody.\n',
  })
})

test('the house is granted coins, and nothing else moves', async () => {
  expect(await operator('top-up', '5')).toMatchObject({
    code: 0,
    stdout: 'The house has 100005 coins now.\n',
  })
  const audit = await runScript('ledger-audit.ts', [], stage.env)
  expect(audit).toMatchObject({ code: 0 })
})

test.each([[[]], [['grant']], [['top-up', '1.5']], [['close', 'now']]])(
  '%j gets the usage',
  async (args) => {
    expect(await operator(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^npm run operator -- grant/),
    })
  },
)
