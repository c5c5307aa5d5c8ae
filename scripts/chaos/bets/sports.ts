import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type SportsGame, sportsGames } from '#core/api/sports.ts'
import { getOwed, readSportsBets } from '#testing/server/sports-oracle.ts'
import { none } from '../../cli/measures.ts'
import { pick } from '../../game-kits/game-kit.ts'
import type { Play } from '../../load/bettors.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { holdUntilWanted } from '../held-row.ts'
import { countRows } from '../judge.ts'
import type { LedBets } from './leader-faults.ts'

/** A day of the season in nine seconds. */
const SEASON = {
  SPORTS_SPEED: '10000',
  SPORTS_PLAYER_EXPOSURE_PERCENT: '10',
  SPORTS_EXPOSURE_PERCENT: '80',
}
const STAKE_MAX = 20
/** Longer than games of a fast season go on after the last bet. */
const SETTLED_WITHIN_MS = 180_000
const PENDING = `SELECT count(*) FROM sports_bets WHERE status = 'pending'`

/**
 * Sports bets, broken where settlement waits for a row: the last bet's stake before
 * its payment, the bet before it is marked settled, or the game before its result
 * is stored. Share locks let bets go on.
 */
export const SPORTS: LedBets = {
  lease: 'sports',
  players: 8,
  stored: `
    SELECT bet.id, jsonb_build_object('transactionId', bet.id,
      'balance', own.balance_after, 'bet', jsonb_build_object(
        'gameId', bet.game_id, 'teamName', bet.team_name,
        'odds', bet.odds, 'betAmount', bet.bet_amount)) AS answer
    FROM sports_bets AS bet
    JOIN transactions AS own ON own.user_id = bet.user_id AND own.id = bet.id`,
  async prepare(stage) {
    stage.env = { ...stage.env, ...SEASON }
  },
  playOn: playSeason,
  moments: [
    whenSettling('SELECT FROM stakes WHERE id = $1 FOR UPDATE', 'bet'),
    whenSettling('SELECT FROM sports_bets WHERE id = $1 FOR UPDATE', 'bet'),
    whenSettling('SELECT FROM sports_games WHERE id = $1 FOR SHARE', 'game'),
    async (database, random) => {
      await waitForDue(database)
      await sleep(random() * KILL_DELAY_MAX_MS)
      return undefined
    },
  ],
  async judge(name, database) {
    const pending = () => countRows(database, PENDING)
    await waitUntil(async () => (await pending()) === 0, SETTLED_WITHIN_MS)
    const bets = await readSportsBets(database)
    const wrong = bets.filter((bet) => {
      const owed = getOwed(bet)
      const isPaidOnce = bet.transactionCount === (owed > 0 ? 1 : 0)
      return bet.payout !== owed || bet.moved !== owed || !isPaidOnce
    })
    return [
      none(`${name}_bets_not_settled`, await pending()),
      none(`${name}_bets_not_settled_right`, wrong.length),
    ]
  },
}

const POLL_MS = 20
const GIVE_UP_AFTER_MS = 120_000
/** Kills at random times, so that any step may be hit. */
const KILL_DELAY_MAX_MS = 1_500

function whenSettling(lock: string, row: keyof Due) {
  return async (database: Pool) => {
    const due = await waitForDue(database)
    return holdUntilWanted(database, lock, [due[row]])
  }
}

type Due = { bet: string; game: string }

/** Returns the last bet of the next game with several bets. */
async function waitForDue(database: Pool): Promise<Due> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (performance.now() < deadline) {
    const { rows } = await database.query<Due>(
      `SELECT id AS bet, game_id AS game
       FROM sports_bets WHERE status = 'pending' AND game_id = (
         SELECT game_id FROM sports_bets WHERE status = 'pending'
         GROUP BY game_id HAVING count(*) > 2 ORDER BY min(commence_time) LIMIT 1)
       ORDER BY id DESC LIMIT 1`,
    )
    const [due] = rows
    if (due) return due
    await sleep(POLL_MS)
  }
  throw new Error('no game with several bets')
}

const READ_EVERY_MS = 300
/** Few, so that each gets several bets. */
const NEXT_GAMES = 6
const GAMES = '/api/sports/games?sport=basketball_nba'

/** Bets on games of a simulated season at the shown prices. */
function playSeason(urls: readonly string[]): Play {
  let games: SportsGame[] = []
  let readAtMs = Number.NEGATIVE_INFINITY

  async function read(random: () => number): Promise<void> {
    if (performance.now() - readAtMs < READ_EVERY_MS) return
    readAtMs = performance.now()
    const url = pick(urls, random())
    // A killed process lists nothing; the last list counts then.
    const answer = await fetch(`${url}${GAMES}`).catch(() => undefined)
    if (answer?.ok) games = sportsGames.parse(await answer.json())
  }

  return async (send, random) => {
    await read(random)
    const offers = games.slice(0, NEXT_GAMES).flatMap(getOffers)
    if (offers.length === 0) return undefined
    const betAmount = 1 + Math.floor(random() * STAKE_MAX)
    const body = { ...pick(offers, random()), betAmount }
    return send({ path: '/api/sports/place-bet', body })
  }
}

function getOffers({ bookmakers, id: gameId, stale }: SportsGame) {
  if (stale) return []
  return bookmakers.flatMap(({ key: bookmaker, markets }) =>
    markets.flatMap(({ key: market, outcomes }) =>
      outcomes.map(({ name: teamName, price: odds, point }) => {
        const line = point === undefined ? {} : { point }
        return { gameId, bookmaker, market, teamName, odds, ...line }
      }),
    ),
  )
}
