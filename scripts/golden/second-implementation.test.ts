import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRecord, verificationRecord } from '#core/evidence/round-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import { rootFromPath } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  hasPython,
  verifiedByPython,
} from '#testing/process/python-verifier.ts'
import {
  anchorGoldenVectors,
  goldenFile,
  raceGoldenVectors,
  receiptGoldenVectors,
} from '../lib/golden-files.ts'
import { goldenPlans, takeCases } from './games.ts'

// The verifier in docs/verifier follows docs/fairness.md and shares no code
// with core: where the two agree, the document states what core does.

/** Checks one golden round or race of every eight, to save time. */
const SAMPLE = 8
const ZEROS = '00'.repeat(32)

const toText = (name: string) =>
  readFileSync(
    new URL(`../../docs/verifier/example-${name}.json`, import.meta.url),
    'utf8',
  )

const UNKNOWN_RULES = 'rules (unknown rules)'

/** File for the verifier, and the first line of its output. */
type Sample = { what: string; content: unknown; line: string }

const agree = (count: number) => `${count} of ${count} agree`

function toSample({ folder, plan }: Named): Sample {
  const golden = goldenFile(folder)
  const missing = new Set(
    golden.rounds.flatMap((round) => Object.keys(plan.cases(round))),
  )
  const rounds = golden.rounds.filter(
    (round, index) => takeCases(missing, plan, round) || index % SAMPLE === 0,
  )
  const { epoch, invalid } = golden
  const count = rounds.length + 1 + epoch.paths.length + invalid.length
  const content = { ...golden, rounds }
  return { what: `golden rounds of ${folder}`, content, line: agree(count) }
}
type Named = (typeof goldenPlans)[number]

function goldenSamples(): Sample[] {
  const { trees, valid } = anchorGoldenVectors()
  const paths = trees.flatMap((tree) => tree.paths)
  const receipts = receiptGoldenVectors()
  const races = raceGolden.races.filter(
    ({ outcome }, index) => 'void' in outcome || index % SAMPLE === 0,
  )
  const { finishes, valid: records, invalid } = raceGolden
  return [
    {
      what: 'golden anchors',
      content: { trees, valid },
      line: agree(trees.length + paths.length + valid.length),
    },
    {
      what: 'golden receipts',
      content: receipts,
      line: agree(receipts.valid.length + receipts.invalid.length),
    },
    {
      what: 'golden races',
      content: { ...raceGolden, races },
      line: agree(
        1 + races.length + finishes.length + records.length + invalid.length,
      ),
    },
  ]
}

const raceGolden = raceGoldenVectors()
const flips = goldenFile('coin-flip')
const spins = goldenFile('slots')

/** Golden rounds with one value changed. */
function changedRounds(): Sample[] {
  const [round] = flips.rounds
  const jackpot = spins.rounds.find(({ actions }) => actions !== undefined)
  const pot = Number(jackpot?.actions?.[0]?.pot) + 1
  const won = { ...jackpot, actions: [{ action: 'jackpot', pot }] }
  return [
    ...[
      { serverSeed: ZEROS },
      { commitment: ZEROS },
      { draws: [round?.draws[0], 1] },
      { outcome: { ...round?.outcome, payout: 1 } },
      { roundHash: ZEROS },
      { clientSeed: 'b' },
    ].map((change) => ({
      what: `another ${Object.keys(change)} of a round`,
      content: { ...flips, rounds: [{ ...round, ...change }] },
      line: 'round 0 does not agree',
    })),
    {
      what: 'a jackpot of another pot',
      content: { ...spins, rounds: [won] },
      line: 'round 0 does not agree',
    },
  ]
}

/** Golden races with one value changed. */
function changedRaces(): Sample[] {
  const { races, finishes, chain } = raceGolden
  const [race] = races
  const [bet, ...bets] = race?.bets ?? []
  const [finish] = finishes
  const only = { valid: [], invalid: [], races: [race], finishes: [finish] }
  const golden = { ...raceGolden, ...only }
  const terminal = { ...chain.terminal, seed: chain.last.seed }
  return [
    {
      what: 'a chain with another end',
      content: { ...golden, chain: { ...chain, terminal } },
      line: 'chain does not agree',
    },
    ...[
      { serverSeed: ZEROS },
      { raceHash: ZEROS },
      { closedAtMs: 1 },
      { outcome: { void: true } },
      { bets: [{ ...bet, payout: 1 }, ...bets] },
      { bets: [{ ...bet, index: 9 }, ...bets] },
    ].map((change) => ({
      what: `other ${Object.keys(change)} of a race`,
      content: { ...golden, races: [{ ...race, ...change }] },
      line: 'race 1 does not agree',
    })),
    ...[{ order: [4, 3, 2, 1] }, { draws: [0, 0, 0, 0] }].map((change) => ({
      what: `other ${Object.keys(change)} of a finish`,
      content: { ...golden, finishes: [{ ...finish, ...change }] },
      line: 'finish 0 does not agree',
    })),
  ]
}

const record = verificationRecord.parse(JSON.parse(toText('record')))
const hand = verificationRecord.parse(JSON.parse(toText('blackjack-record')))

/** Records that are valid, and such with one value changed. */
function records(): Sample[] {
  const { player, serverSeedHash: hash } = record.gameData
  const epochPath = Array.from({ length: 11 }, () => ZEROS)
  const leaf = { text: `${player}:1:1024:${hash}`, index: 0 }
  const epochRoot = rootFromPath(nobleHashes, leaf, epochPath)
  const kept = 'the terminal hash is the one you kept before the race'
  const salted = 'the block is the one that the rule names'
  const { actions = [], outcome } = hand.gameData
  return [
    ...(['record', 'blackjack-record'] as const).map((name) => ({
      what: `the example ${name}`,
      content: JSON.parse(toText(name)),
      line: 'valid, if the root is the one you kept before the round',
    })),
    ...(['race-record', 'race-bet-record'] as const).map((name) => ({
      what: `the example ${name}`,
      content: JSON.parse(toText(name)),
      line: `valid, if ${kept} and ${salted}`,
    })),
    {
      what: 'a record with its version',
      content: { version: 1, ...record },
      line: 'valid, if the root is the one you kept before the round',
    },
    {
      what: 'a record of a later version',
      content: { version: 2, ...record },
      line: 'not valid: malformed',
    },
    {
      what: 'a second commitment one level deeper',
      content: withData(record, { epochRoot, epochPath }),
      line: 'not valid: epoch',
    },
    ...(
      [
        [{ actions: [...actions.slice(0, 3), { action: 'stand' }] }, 'draws'],
        [
          { actions: [...actions, { action: 'stand' }] },
          'action (an action follows the end)',
        ],
        [
          { actions: actions.slice(0, -1) },
          'unfinished (the actions do not end the round)',
        ],
        [
          { actions: [{ action: 'surrender' }, ...actions] },
          'action (not an action of this game)',
        ],
        [{ outcome: { ...outcome, dealerHand: [] } }, 'outcome'],
        [{ insurance: undefined }, 'shown'],
      ] as const
    ).map(([data, failure], index) => ({
      what: `changed hand ${index}: ${failure}`,
      content: withData(hand, data),
      line: `not valid: ${failure}`,
    })),
    ...edit('record', [
      [/(?<="serverSeed": ")../, '00', 'commitment'],
      [/828199676f/, '828199676F', 'malformed'],
      ['1bd48e', '1b d48e', 'malformed'],
      ['"clientSeed": "a"', '"clientSeed": "a:b"', 'malformed'],
      ['"weaker": false', '"weaker": 0', 'malformed'],
      [/(?<="epochRoot": ")../, '00', 'epoch'],
      [/(?<="epoch": )1/, '2', 'epoch'],
      [/(?<="rulesVersion": )1/, '2', UNKNOWN_RULES],
      [/(?<="expectedHash": ")../, '00', 'hash'],
      [/(?<="choice": ")tails/, 'heads', 'draws'],
      [/Won 2 coins/, 'Won 3 coins', 'shown'],
      [/(?<="betAmount": )1/, '2', 'shown'],
      [/(?<="payout": )2/, '3', 'shown'],
      ['"result": "tails",', '', 'shown'],
    ]),
    ...edit('race-bet-record', [
      [/(?<="serverSeed": ")../, '00', 'commitment'],
      [/(?<="nonce": )2/, '3', 'chain'],
      [/(?<="clientSeed": ")../, '00', 'salt'],
      [/(?<="timestamp": 177236649)5/, '4', 'salt'],
      [/(?<="timestamp": 177236649)0/, '2', 'salt'],
      [/(?<="rulesVersion": )2/, '3', UNKNOWN_RULES],
      [/(?<="raceId": ")../, '00', 'id'],
      [/(?<="horseId": )4/, '5', 'bet (not a bet on a race)'],
      [/(?<="winner": )4/, '1', 'outcome'],
      [/(?<="index": )3/, '1', 'hash'],
      [/(?<="id": ")../, '00', 'hash'],
      [/(?<="closedAtMs": .*)6,/, '7,', 'id'],
      ['Won 4 coins', 'Won 5 coins', 'shown'],
      [/(?<="betAmount": )1/, '2', 'shown'],
      ['"betAmount": 1', '"stake": 1', 'malformed'],
    ]),
  ]
}

function withData(whole: typeof record, change: object) {
  return { ...whole, gameData: { ...whole.gameData, ...change } }
}

/** The text of an example with one part replaced, and what it fails then. */
function edit(
  name: string,
  edits: [part: RegExp | string, to: string, failure: string][],
): Sample[] {
  const text = toText(name)
  return edits.map(([part, to, failure]) => {
    expect(text).toMatch(part)
    const content = JSON.parse(text.replace(part, to))
    return {
      what: `${name} with ${to} for ${part}`,
      content,
      line: `not valid: ${failure}`,
    }
  })
}

describe.skipIf(!hasPython)('Python (skipped without python3)', () => {
  const valid = [...goldenPlans.map(toSample), ...goldenSamples()]
  const samples = [...changedRounds(), ...changedRaces(), ...records()]
  let answers: string[][]

  beforeAll(() => {
    const ran = verifiedByPython(samples.map(({ content }) => content))
    expect(ran).toMatchObject({ status: 1, refusal: '' })
    answers = ran.answers
  })

  test('agrees on golden rounds, races, anchors and receipts', () => {
    const ran = verifiedByPython(valid.map(({ content }) => content))
    expect(ran.answers).toEqual(valid.map(({ line }) => [line]))
    expect(ran.status).toBe(0)
  })

  test.each(samples.map((sample, index) => ({ ...sample, index })))(
    'says as core does of $what: $line',
    ({ index, content, line }) => {
      expect(answers[index]?.[0]).toBe(line)
      const [, failure] = /^(?:not )?valid(?:: (\w+))?/.exec(line) ?? ['']
      if (line.includes('valid')) {
        expect(recordFailure(nobleHashes, content)).toBe(failure)
      }
    },
  )

  test('refuses the record of an open round or race', () => {
    const { serverSeed: _, clientSeed: __, gameData, ...rest } = record
    const { player, rulesVersion, bet, weaker } = gameData
    const { serverSeedHash, epoch, epochRoot, epochPath } = gameData
    const proof = { serverSeedHash, epoch, epochRoot, epochPath, weaker }
    const data = { player, rulesVersion, bet, ...proof }
    const { serverSeed: ___, ...race } = JSON.parse(toText('race-record'))
    for (const open of [openRecord.parse({ ...rest, gameData: data }), race]) {
      const { status, refusal } = verifiedByPython([open])
      expect(refusal).toContain('the round is not over')
      expect(status).toBe(1)
    }
  })
})
