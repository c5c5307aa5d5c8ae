import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { GoldenFile } from '../../schemas/golden-file.ts'
import {
  openRecord,
  verificationRecord,
} from '../../schemas/verification-record.ts'
import { verifiedRecord } from '../../schemas/verified-record.ts'
import { rootFromPath } from '../merkle.ts'
import { nobleHashes } from '../noble-hashes.ts'
import { isProven } from '../verified-round.ts'

// docs/verifier/verify.py follows docs/fairness.md and shares no code with
// core: where the two agree, the document says what core does.

const hasPython = spawnSync('python3', ['--version']).status === 0
const fromRoot = (path: string) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const verifier = fromRoot('docs/verifier/verify.py')
const goldenOf = (game: string) => fromRoot(`core/fairness/golden/${game}.json`)
const goldenIn = (file: string): GoldenFile =>
  JSON.parse(readFileSync(file, 'utf8'))
const recordFile = fromRoot('docs/verifier/example-record.json')
const handFile = fromRoot('docs/verifier/example-blackjack-record.json')
const recordIn = (file: string) =>
  verificationRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
const folder = mkdtempSync(join(tmpdir(), 'second-implementation-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Answer = { status: number | null; lines: string[]; refusal: string }

function verify(file: string): Answer {
  const options = { encoding: 'utf8' } as const
  const ran = spawnSync('python3', ['-B', verifier, file], options)
  const { status, stdout, stderr: refusal } = ran
  const lines = stdout.trim().split('\n')
  const plain = lines.map((line) => line.replace(`${file}: `, ''))
  return { status, lines: plain, refusal }
}

function verifyText(text: string) {
  const file = join(folder, 'changed.json')
  writeFileSync(file, text)
  return verify(file)
}

describe.skipIf(!hasPython)(
  'the verifier in Python (skipped without python3)',
  () => {
    const golden = goldenIn(goldenOf('coin-flip'))
    const { rounds, epoch } = golden
    const record = recordIn(recordFile)

    test.each(['coin-flip', 'slots', 'hi-lo', 'blackjack'])(
      'agrees on every golden round of %s, the epoch root and its paths',
      (game) => {
        const file = goldenOf(game)
        const { rounds, epoch } = goldenIn(file)
        const count = rounds.length + 1 + epoch.paths.length
        expect(count).toBeGreaterThan(1_000)
        expect(verify(file)).toMatchObject({
          status: 0,
          lines: [`${count} of ${count} agree`],
        })
      },
    )

    test('does not agree on a jackpot of another pot', () => {
      const slots = goldenIn(goldenOf('slots'))
      const round = slots.rounds.find(({ actions }) => actions !== undefined)
      const changed = (pot: number) => {
        const actions = [{ action: 'jackpot', pot }]
        return JSON.stringify({ ...slots, rounds: [{ ...round, actions }] })
      }
      const pot = Number(round?.actions?.[0]?.pot)
      expect(verifyText(changed(pot)).status).toBe(0)
      const { status, lines } = verifyText(changed(pot + 1))
      expect(lines[0]).toBe('round 0 does not agree')
      expect(status).toBe(1)
    })

    const [round] = rounds
    test.each([
      ['server seed', { serverSeed: '00'.repeat(32) }],
      ['commitment', { commitment: '00'.repeat(32) }],
      ['draw', { draws: [round?.draws[0], 1] }],
      ['payout', { outcome: { ...round?.outcome, payout: 1 } }],
      ['round hash', { roundHash: '00'.repeat(32) }],
      ['client seed', { clientSeed: 'b' }],
    ])('does not agree on a round with another %s', (_name, change) => {
      const changed = { ...golden, rounds: [{ ...round, ...change }] }
      const { status, lines } = verifyText(JSON.stringify(changed))
      expect(lines[0]).toBe('round 0 does not agree')
      expect(status).toBe(1)
    })

    test('does not agree on another root, player or path', () => {
      const [first] = epoch.paths
      for (const change of [
        { root: '00'.repeat(32) },
        { player: 'someone' },
        { paths: [{ ...first, path: first?.path.toReversed() }] },
        { paths: [{ ...first, path: first?.path.slice(1) }] },
      ]) {
        const changed = { ...golden, rounds, epoch: { ...epoch, ...change } }
        const { status, lines } = verifyText(JSON.stringify(changed))
        expect(lines[0]).toMatch(
          /^(epoch root|path of nonce 1024) does not agree$/,
        )
        expect(status).toBe(1)
      }
    })

    test('does not follow a path to a second commitment one level deeper', () => {
      const { serverSeedHash: hash, player } = record.gameData
      const deep = Array.from({ length: 11 }, () => '00'.repeat(32))
      const leaf = { text: `${player}:1:1024:${hash}`, index: 0 }
      const epochRoot = rootFromPath(nobleHashes, leaf, deep)
      const gameData = {
        ...record.gameData,
        epochRoot,
        epochPath: deep,
      }
      const { status, lines } = verifyText(
        JSON.stringify({ ...record, gameData }),
      )
      expect(lines).toEqual(['epoch does not agree', '3 of 4 agree'])
      expect(status).toBe(1)
    })

    test.each([
      ['coin flip', recordFile],
      ['blackjack', handFile],
    ])('agrees, as core does, on the example record of %s', (_game, file) => {
      expect(verify(file)).toMatchObject({
        status: 0,
        lines: ['4 of 4 agree'],
      })
      const verdict = verifiedRecord(nobleHashes, recordIn(file))
      expect(isProven(verdict) && verdict.isAsShown).toBe(true)
    })

    test('says of the record of an open round that it is not over', () => {
      const { id, gameType, timestamp, betAmount, nonce, gameData } = record
      const { player, rulesVersion, bet, serverSeedHash } = gameData
      const { epoch, epochRoot, epochPath, weaker } = gameData
      const proof = { serverSeedHash, epoch, epochRoot, epochPath, weaker }
      const open = openRecord.parse({
        id,
        gameType,
        timestamp,
        betAmount,
        outcome: 'Not over yet',
        nonce,
        gameData: { player, rulesVersion, bet, ...proof },
      })
      const { status, refusal } = verifyText(JSON.stringify(open))
      expect(refusal).toContain('the round is not over')
      expect(status).toBe(1)
    })

    test.each([
      ['hash in capitals', '754bd7', '754BD7'],
      ['path with a space', '1bd48e', '1b d48e'],
      ['client seed with a colon', '"clientSeed": "a"', '"clientSeed": "a:b"'],
    ])('refuses a %s', (_name, part, to) => {
      const text = readFileSync(recordFile, 'utf8').replace(part, to)
      const { status, refusal } = verifyText(text)
      expect(refusal).toMatch(/^Can not check this: ValueError/)
      expect(status).toBe(1)
    })

    test.each([
      {
        what: 'serverSeed',
        part: /(?<="serverSeed": ")../,
        to: '00',
        check: 'commitment',
      },
      {
        what: 'epochRoot',
        part: /(?<="epochRoot": ")../,
        to: '00',
        check: 'epoch',
      },
      { what: 'epoch', part: /(?<="epoch": )1/, to: '2', check: 'epoch' },
      {
        what: 'rulesVersion',
        part: /(?<="rulesVersion": )1/,
        to: '2',
        check: 'replay (rules that are not known here)',
      },
      {
        what: 'expectedHash',
        part: /(?<="expectedHash": ")../,
        to: '00',
        check: 'replay',
      },
      {
        what: 'choice',
        part: /(?<="choice": ")tails/,
        to: 'heads',
        check: 'replay',
      },
      {
        what: 'outcome',
        part: /Won 2 coins/,
        to: 'Won 3 coins',
        check: 'as shown',
      },
      {
        what: 'shown stake',
        part: /(?<="betAmount": )1/,
        to: '2',
        check: 'as shown',
      },
      { what: 'payout', part: /(?<="payout": )2/, to: '3', check: 'as shown' },
    ])(
      'does not agree on a record with another $what',
      ({ part, to, check }) => {
        const text = readFileSync(recordFile, 'utf8')
        expect(text).toMatch(part)
        const { status, lines } = verifyText(text.replace(part, to))
        expect(lines).toContain(`${check} does not agree`)
        expect(status).toBe(1)
      },
    )

    const hand = recordIn(handFile)
    const { actions = [], outcome } = hand.gameData
    test.each([
      {
        what: 'an action changed',
        changed: { actions: [...actions.slice(0, 3), { action: 'stand' }] },
        check: 'replay',
      },
      {
        what: 'an extra action',
        changed: { actions: [...actions, { action: 'stand' }] },
        check: 'replay (an action follows the end)',
      },
      {
        what: 'an action left out',
        changed: { actions: actions.slice(0, -1) },
        check: 'replay (the actions do not end the round)',
      },
      {
        what: 'an action that the rules do not know',
        changed: { actions: [{ action: 'surrender' }, ...actions] },
        check: 'replay (not an action of this game)',
      },
      {
        what: 'another card in the outcome',
        changed: { outcome: { ...outcome, dealerHand: [] } },
        check: 'as shown',
      },
      {
        what: 'another card shown',
        changed: { dealerHand: [] },
        check: 'as shown',
      },
    ])('does not agree on a hand with $what', ({ changed, check }) => {
      const gameData = { ...hand.gameData, ...changed }
      const text = JSON.stringify({ ...hand, gameData })
      const { status, lines } = verifyText(text)
      expect(lines).toContain(`${check} does not agree`)
      expect(status).toBe(1)
    })
  },
)
