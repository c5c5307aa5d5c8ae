import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hasPython, pythonVerifier } from '#testing/process/python-verifier.ts'
import { nobleHashes } from '../../fairness/noble-hashes.ts'
import type { RaceGoldenFile } from '../../schemas/race-golden-file.ts'
import { recordFailure } from '../../schemas/verified-record.ts'

// docs/verifier/races.py follows section 12 of docs/fairness.md and shares no
// code with core: where the two agree, the document says what core does.

const { verify, verifyText } = pythonVerifier()
const fromRoot = (path: string) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const vectors = fromRoot('core/race/golden/vectors.json')
const golden: RaceGoldenFile = JSON.parse(readFileSync(vectors, 'utf8'))
const raceFile = fromRoot('docs/verifier/example-race-record.json')
const betFile = fromRoot('docs/verifier/example-race-bet-record.json')

/** A file with only its first parts, which are quick to check. */
const small = {
  ...golden,
  races: golden.races.slice(0, 2),
  finishes: golden.finishes.slice(0, 2),
  valid: [],
  invalid: [],
}
const [race] = small.races
const [finish] = small.finishes
const { last, terminal } = golden.chain

/** @param failure the first check that fails, and maybe why. */
function expectFailure(text: string, failure: string): void {
  const { status, lines } = verifyText(text)
  expect(lines.join('\n')).toContain(`not valid: ${failure}`)
  expect(status).toBe(1)
  const [check] = failure.split(' ')
  expect(recordFailure(nobleHashes, JSON.parse(text))).toBe(check)
}

describe.skipIf(!hasPython)(
  'the verifier of races in Python (skipped without python3)',
  () => {
    test('agrees on every golden race, bet, finish and record', () => {
      const { races, finishes, valid, invalid } = golden
      const records = valid.length + invalid.length
      const count = 1 + races.length + finishes.length + records
      expect(count).toBeGreaterThan(400)
      expect(verify(vectors)).toMatchObject({
        status: 0,
        lines: [`${count} of ${count} agree`],
      })
    })

    const [bet, ...bets] = race?.bets ?? []
    test.each([
      [
        'chain',
        { chain: { last, terminal: { ...terminal, seed: last.seed } } },
      ],
      ['race 1', { races: [{ ...race, serverSeed: '00'.repeat(32) }] }],
      ['race 1', { races: [{ ...race, raceHash: '00'.repeat(32) }] }],
      ['race 1', { races: [{ ...race, closedAtMs: 1 }] }],
      ['race 1', { races: [{ ...race, outcome: { void: true } }] }],
      [
        'race 1',
        { races: [{ ...race, bets: [{ ...bet, payout: 1 }, ...bets] }] },
      ],
      [
        'race 1',
        { races: [{ ...race, bets: [{ ...bet, index: 9 }, ...bets] }] },
      ],
      ['finish 0', { finishes: [{ ...finish, order: [4, 3, 2, 1] }] }],
      ['finish 0', { finishes: [{ ...finish, draws: [0, 0, 0, 0] }] }],
    ])('does not agree on another %s', (what, change) => {
      const { status, lines } = verifyText(
        JSON.stringify({ ...small, ...change }),
      )
      expect(lines[0]).toBe(`${what} does not agree`)
      expect(status).toBe(1)
    })

    test.each([
      ['a race', raceFile],
      ['a bet', betFile],
    ])('agrees, as core does, on the example record of %s', (_of, file) => {
      const { status, lines } = verify(file)
      expect(lines).toEqual([
        'valid, if the terminal hash is the one you kept before the race and the block is the first one after the close',
      ])
      expect(status).toBe(0)
    })

    test.each([
      ['server seed', /(?<="serverSeed": ")../, '00', 'commitment'],
      ['number', /(?<="nonce": )2/, '3', 'chain'],
      ['salt', /(?<="clientSeed": ")../, '00', 'salt'],
      ['block', /(?<="timestamp": 177236649)1/, '0', 'salt'],
      ['rulesVersion', /(?<="rulesVersion": )1/, '2', 'rules'],
      ['horse', /(?<="horseId": )4/, '5', 'bet (not a bet on a race)'],
      ['winner', /(?<="winner": )4/, '1', 'outcome'],
      ['index', /(?<="index": )3/, '1', 'hash'],
      ['time of the close', /(?<="closedAtMs": .*)6,/, '7,', 'hash'],
      ['weaker', '"weaker": false', '"weaker": true', 'shown'],
      ['words', 'Won 4 coins', 'Won 5 coins', 'shown'],
      ['stake', /(?<="betAmount": )1/, '2', 'shown'],
      ['member', '"betAmount": 1', '"stake": 1', 'malformed'],
    ])('refuses, as core does, a bet with another %s', (...change) => {
      const [, part, to, failure] = change
      const text = readFileSync(betFile, 'utf8')
      expect(text).toMatch(part)
      expectFailure(text.replace(part, to), failure)
    })

    test('says of an open race that it is not over', () => {
      const { serverSeed: _, ...open } = JSON.parse(
        readFileSync(raceFile, 'utf8'),
      )
      const { status, refusal } = verifyText(JSON.stringify(open))
      expect(refusal).toContain('the round is not over')
      expect(status).toBe(1)
    })
  },
)
