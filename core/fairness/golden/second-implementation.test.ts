import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hasPython, pythonVerifier } from '#testing/process/python-verifier.ts'
import { anchorGoldenFile } from '../../schemas/anchor-golden-file.ts'
import type { GoldenFile } from '../../schemas/golden-file.ts'
import {
  openRecord,
  verificationRecord,
} from '../../schemas/verification-record.ts'
import { recordFailure } from '../../schemas/verified-record.ts'
import { rootFromPath } from '../merkle.ts'
import { nobleHashes } from '../noble-hashes.ts'

// docs/verifier/verify.py follows docs/fairness.md and shares no code with
// core: where the two agree, the document says what core does.

const { verify, verifyText } = pythonVerifier()
const fromRoot = (path: string) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const goldenOf = (game: string) =>
  fromRoot(`core/games/${game}/golden/vectors.json`)
const goldenIn = (file: string): GoldenFile =>
  JSON.parse(readFileSync(file, 'utf8'))
const recordFile = fromRoot('docs/verifier/example-record.json')
const handFile = fromRoot('docs/verifier/example-blackjack-record.json')
const recordIn = (file: string) =>
  verificationRecord.parse(JSON.parse(readFileSync(file, 'utf8')))

/** @param failure the first check that fails, and maybe why. */
function expectFailure(text: string, failure: string): void {
  const { status, lines } = verifyText(text)
  expect(lines.join('\n')).toContain(`not valid: ${failure}`)
  expect(status).toBe(1)
  const [check] = failure.split(' ')
  expect(recordFailure(nobleHashes, JSON.parse(text))).toBe(check)
}

describe.skipIf(!hasPython)(
  'the verifier in Python (skipped without python3)',
  () => {
    const golden = goldenIn(goldenOf('coin-flip'))
    const { rounds, epoch } = golden
    const record = recordIn(recordFile)

    test.each(['coin-flip', 'slots', 'hi-lo', 'blackjack'])(
      'agrees on every golden round of %s, the epoch root, its paths and what is wrong with invalid records',
      (game) => {
        const file = goldenOf(game)
        const { rounds, epoch, invalid } = goldenIn(file)
        const count = rounds.length + 1 + epoch.paths.length + invalid.length
        expect(count).toBeGreaterThan(1_000)
        expect(verify(file)).toMatchObject({
          status: 0,
          lines: [`${count} of ${count} agree`],
        })
      },
    )

    test('agrees on every golden tree, path and record of anchors', () => {
      const file = fromRoot('core/fairness/golden/anchors.json')
      const { trees, valid } = anchorGoldenFile.parse(
        JSON.parse(readFileSync(file, 'utf8')),
      )
      const paths = trees.flatMap((tree) => tree.paths)
      const count = trees.length + paths.length + valid.length
      expect(count).toBeGreaterThan(40)
      expect(verify(file)).toMatchObject({
        status: 0,
        lines: [`${count} of ${count} agree`],
      })
    })

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
      expectFailure(JSON.stringify({ ...record, gameData }), 'epoch')
    })

    test.each([
      ['coin flip', recordFile],
      ['blackjack', handFile],
    ])('agrees, as core does, on the example record of %s', (_game, file) => {
      const { status, lines } = verify(file)
      expect(lines).toEqual([
        'valid, if the root is the one you kept before the round',
      ])
      expect(status).toBe(0)
      expect(recordFailure(nobleHashes, recordIn(file))).toBeUndefined()
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
      ['serverSeed', /(?<="serverSeed": ")../, '00', 'commitment'],
      ['serverSeed in capitals', /828199676f/, '828199676F', 'malformed'],
      ['path with a space', '1bd48e', '1b d48e', 'malformed'],
      ['client seed', '"clientSeed": "a"', '"clientSeed": "a:b"', 'malformed'],
      ['weaker', '"weaker": false', '"weaker": 0', 'malformed'],
      ['epochRoot', /(?<="epochRoot": ")../, '00', 'epoch'],
      ['epoch', /(?<="epoch": )1/, '2', 'epoch'],
      ['rulesVersion', /(?<="rulesVersion": )1/, '2', 'rules'],
      ['expectedHash', /(?<="expectedHash": ")../, '00', 'hash'],
      ['choice', /(?<="choice": ")tails/, 'heads', 'draws'],
      ['outcome', /Won 2 coins/, 'Won 3 coins', 'shown'],
      ['shown stake', /(?<="betAmount": )1/, '2', 'shown'],
      ['payout', /(?<="payout": )2/, '3', 'shown'],
      ['result', '"result": "tails",', '', 'shown'],
    ])('refuses, as core does, a record with another %s', (...change) => {
      const [, part, to, failure] = change
      const text = readFileSync(recordFile, 'utf8')
      expect(text).toMatch(part)
      expectFailure(text.replace(part, to), failure)
    })

    const hand = recordIn(handFile)
    const { actions = [], outcome } = hand.gameData
    test.each([
      {
        what: 'an action changed',
        changed: { actions: [...actions.slice(0, 3), { action: 'stand' }] },
        failure: 'draws',
      },
      {
        what: 'an extra action',
        changed: { actions: [...actions, { action: 'stand' }] },
        failure: 'action (an action follows the end)',
      },
      {
        what: 'an action left out',
        changed: { actions: actions.slice(0, -1) },
        failure: 'unfinished (the actions do not end the round)',
      },
      {
        what: 'an action that the rules do not know',
        changed: { actions: [{ action: 'surrender' }, ...actions] },
        failure: 'action (not an action of this game)',
      },
      {
        what: 'another card in the outcome',
        changed: { outcome: { ...outcome, dealerHand: [] } },
        failure: 'outcome',
      },
      {
        what: 'another card shown',
        changed: { dealerHand: [] },
        failure: 'shown',
      },
      {
        what: 'no insurance shown',
        changed: { insurance: undefined },
        failure: 'shown',
      },
    ])('refuses, as core does, a hand with $what', ({ changed, failure }) => {
      const gameData = { ...hand.gameData, ...changed }
      expectFailure(JSON.stringify({ ...hand, gameData }), failure)
    })
  },
)
