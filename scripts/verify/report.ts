import type { SportsRecord } from '#core/api/sports.ts'
import type { Claim } from '#core/evidence/claim.ts'
import { claimText } from '#core/evidence/claim-text.ts'
import { failureText } from '#core/evidence/failure-text.ts'
import { type RequestNode, rpcResult } from '#core/evidence/on-chain.ts'
import { getEvidence, type Value } from '#core/evidence/record.ts'
import type { Verified } from '#core/evidence/verify.ts'
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { type Draw, WORD_RANGE } from '#core/fairness/draws.ts'
import type { Round } from '#core/fairness/round.ts'
import { findGame } from '#core/games/registry.ts'
import { horseName } from '#core/race/horses.ts'
import { UNITS_A_PERCENT } from '#core/race/race.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'

const ANSWER_WITHIN_MS = 10_000

/** Connects to a node by JSON-RPC over HTTP. */
export function createNode(url: string): RequestNode {
  return async (method, params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return rpcResult(await answer.json())
  }
}

/** Returns the lines that report a verified record. */
export function reportLines(verified: Verified): string[] {
  const { anchor, committed, revealed } = getEvidence(verified.record)
  const anchored = anchor && {
    name: `Root ${anchor.number} of ${anchor.contract} on chain ${anchor.chainId}, block ${anchor.block}, transaction ${anchor.transaction}`,
    value: anchor.root,
  }
  return [
    toTitle(verified),
    ...verified.claims.map(claimLine),
    ...replayedLines(verified),
    ...valueLines([...revealed, ...(anchored ? [anchored] : [])]),
    getVerdict(verified),
    ...(verified.failure ? [] : valueLines(committed)),
  ]
}

const MARKS: Record<Claim['status'], string> = {
  proven: 'ok    ',
  contradicted: 'FAILED',
  weaker: 'weaker',
  unchecked: 'note  ',
}

/** Formats a claim as the command line checks it, instead of a page. */
export function claimLine(claim: Claim): string {
  const text = claimText(claim)
    .replace(/(your|this) browser/i, 'This command')
    .replace('on this page', 'in the record')
  return `  ${MARKS[claim.status]}  ${text}`
}

function toTitle(verified: Verified): string {
  const { gameType, id } = verified.record
  switch (verified.kind) {
    case 'round': {
      const { nonce, gameData } = verified.record
      return `${gameType}, round ${nonce} of player ${gameData.player}`
    }
    case 'race': {
      const isBet = 'betAmount' in verified.record
      const { nonce } = verified.record
      return `${gameType}, ${isBet ? 'a bet on race' : 'race'} ${nonce}`
    }
    case 'sports': {
      const { bet, source } = verified.record.gameData
      const { away_team, home_team } = bet.game
      return `${gameType} ${id} on ${away_team} at ${home_team}, from ${source}`
    }
  }
}

function getVerdict({ claims, failure, kind, record, status }: Verified) {
  if (failure) return `NOT PROVEN: ${failure}: ${failureText[failure]}`
  if (kind === 'sports') return `EVIDENCE, NOT PROOF: ${record.gameData.note}`
  const contradicted = claims.find((one) => one.status === 'contradicted')
  if (contradicted) return `NOT PROVEN: ${claimText(contradicted)}`
  const weaker = status === 'weaker' ? ', but weaker' : ''
  return `PROVEN${weaker}, if this is what you saw before the bet:`
}

function valueLines(values: readonly Value[]): string[] {
  return values.map(({ name, value }) => `  ${name}: ${value ?? 'none'}`)
}

/** Returns the outcome by the seeds, independent of that in the record. */
function replayedLines(verified: Verified): string[] {
  if (verified.kind === 'sports') return sportsLines(verified.record)
  if (!verified.replayed) return ['No rules here fit this game and bet.']
  return verified.kind === 'race'
    ? raceLines(verified.replayed)
    : roundLines(verified.replayed)
}

function roundLines(round: Round): string[] {
  const { bet, actions = [], draws, outcome } = round
  return [
    'Played again:',
    `  bet      ${canonicalJson(bet)}`,
    ...actions.map((action) => `  action   ${canonicalJson(action)}`),
    ...draws.map((draw, index) => `  draw ${index}   ${drawText(draw)}`),
    `  outcome  ${canonicalJson(outcome)}, ${findGame(round)?.describe(outcome)}`,
  ]
}

function drawText(draw: Draw): string {
  const bytes = draw.toString(16).padStart(8, '0').replace(/..\B/g, '$& ')
  return `${bytes} = ${draw}, ${(draw / WORD_RANGE).toFixed(10)} of the range`
}

function raceLines(settled: SettledRace | SettledRaceBet): string[] {
  const { outcome } = settled
  return [
    'Run again:',
    ...('bet' in settled
      ? [`  bet      ${canonicalJson(settled.bet)}, number ${settled.index}`]
      : []),
    ...('void' in outcome
      ? ['  void     never run']
      : [
          `  ticks    ${outcome.ticks}`,
          ...outcome.order.map((id, place) => {
            const position = outcome.positions[id - 1] ?? 0
            const percent = (position / UNITS_A_PERCENT).toFixed(10)
            return `  place ${place + 1}  horse ${id}, ${horseName(id)}, at ${percent} %`
          }),
        ]),
    ...('payout' in outcome ? [`  payout   ${outcome.payout}`] : []),
  ]
}

function sportsLines({ gameData }: SportsRecord): string[] {
  const { bet, decisions, game } = gameData
  const { scores } = bet.game
  const score = scores
    ? `${scores.home_score} (home) to ${scores.away_score} (away)`
    : 'none'
  return [
    `  bet      ${bet.label}, ${bet.betAmount} at ${bet.odds} of ${bet.bookmaker}, line ${bet.point ?? 'none'}`,
    `  priced   ${bet.acceptedAt}`,
    `  score    ${score}`,
    `  status   ${bet.status}, paid ${bet.payout ?? 'nothing yet'}`,
    `  game     ${game.status} now, decided by ${game.decidedBy ?? 'nobody yet'}`,
    ...decisions.map(
      ({ decidedAt, decision, reason }) =>
        `  decision ${decidedAt} ${decision}: ${reason}`,
    ),
  ]
}
