import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { rootFromPath } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Round } from '#core/fairness/round.ts'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import { invalidAnchors, malformedAnchors } from './anchors.ts'
import { type Forge, failing, withData } from './forge.ts'
import type { InvalidRecord } from './golden-file.ts'

const OTHER_HASH = 'ab'.repeat(32)
const OTHER_PLAYER = '01890a5d-ac96-774b-bcce-b302099a8058'

/** Records of an honest round that are malformed or have invalid evidence. */
export function invalidEvidence(forge: Forge, round: Round): InvalidRecord[] {
  const honest = forge.record(round)
  return [
    ...malformed(honest),
    ...withoutCommitment(forge, round),
    ...outsideEpoch(honest),
    ...shownOtherwise(honest),
    ...failing('malformed', malformedAnchors(honest)),
    ...failing('anchor', invalidAnchors(honest)),
  ]
}

function malformed(honest: VerificationRecord): InvalidRecord[] {
  const { serverSeed, nonce, gameData } = honest
  const { epochPath } = gameData
  return failing('malformed', {
    'a server seed in capitals': {
      ...honest,
      serverSeed: serverSeed.toUpperCase(),
    },
    'a server seed of 63 characters': {
      ...honest,
      serverSeed: serverSeed.slice(1),
    },
    'a client seed with a colon': { ...honest, clientSeed: 'a:b' },
    'an empty client seed': { ...honest, clientSeed: '' },
    'a client seed of 65 characters': {
      ...honest,
      clientSeed: 'x'.repeat(65),
    },
    'a client seed that is not ASCII': { ...honest, clientSeed: 'é' },
    'a nonce as a text': { ...honest, nonce: String(nonce) },
    'a nonce below 0': { ...honest, nonce: -1 },
    'a nonce of 2^53': { ...honest, nonce: 2 ** 53 },
    'a shown stake with a fraction': { ...honest, betAmount: 0.5 },
    'no server seed': { ...honest, serverSeed: null },
    'a path with a sibling that is no hash': withData(honest, {
      epochPath: epochPath.with(0, ''),
    }),
    'draws that are no list': withData(honest, { draws: {} }),
    'actions that are no list': withData(honest, { actions: {} }),
    'a bet that is no object': withData(honest, { bet: [] }),
    'a player who is no UUID': withData(honest, { player: 'somebody' }),
  })
}

function withoutCommitment(forge: Forge, round: Round): InvalidRecord[] {
  const honest = forge.record(round)
  return failing('commitment', {
    'another commitment': withData(honest, { serverSeedHash: OTHER_HASH }),
    'a server seed that was not committed to': {
      ...honest,
      serverSeed: OTHER_HASH,
    },
  })
}

function outsideEpoch(honest: VerificationRecord): InvalidRecord[] {
  const { nonce, gameData } = honest
  const { epochPath, epoch } = gameData
  const unplanned = withData(
    { ...honest, serverSeed: OTHER_HASH },
    { serverSeedHash: commitmentOf(nobleHashes, OTHER_HASH) },
  )
  return failing('epoch', {
    'a seed and its commitment that the root does not cover': unplanned,
    'another root': withData(honest, { epochRoot: OTHER_HASH }),
    'another player': withData(honest, { player: OTHER_PLAYER }),
    'another epoch': withData(honest, { epoch: epoch + 1 }),
    'a nonce of the next epoch': withData(
      { ...honest, nonce: nonce + EPOCH_SIZE },
      { epoch: epoch + 1 },
    ),
    'a path from the top down': withData(honest, {
      epochPath: epochPath.toReversed(),
    }),
    'a path of nine siblings': rooted(honest, epochPath.slice(1)),
    'a path of eleven siblings': rooted(unplanned, [...epochPath, OTHER_HASH]),
    'an empty path': rooted(honest, []),
  })
}

/** Replaces the path, whatever its length, and the root to match it. */
function rooted(
  record: VerificationRecord,
  epochPath: string[],
): VerificationRecord {
  const { nonce, gameData } = record
  const { player, epoch, serverSeedHash } = gameData
  const text = `${player}:${epoch}:${nonce}:${serverSeedHash}`
  const leaf = { text, index: nonce % EPOCH_SIZE }
  const epochRoot = rootFromPath(nobleHashes, leaf, epochPath)
  return withData(record, { epochPath, epochRoot })
}

function shownOtherwise(honest: VerificationRecord): InvalidRecord[] {
  const { betAmount, gameData } = honest
  const { result: _, ...unrepeated } = gameData
  return [
    ...failing('hash', {
      'another round hash': withData(honest, { expectedHash: OTHER_HASH }),
    }),
    ...failing('shown', {
      'another stake shown': { ...honest, betAmount: betAmount + 1 },
      'another outcome in words': { ...honest, outcome: 'Won 7 coins' },
      'another payout shown': withData(honest, { payout: 7 }),
      'another result shown': withData(honest, { result: 'heads' }),
      'a result that is not shown': { ...honest, gameData: unrepeated },
    }),
  ]
}
