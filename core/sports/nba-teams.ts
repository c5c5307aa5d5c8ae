type Team = {
  city: string
  nickname: string
  /** Abbreviations and other nicknames in feeds, the league's own first. */
  others: readonly [string, ...string[]]
}

function team(
  city: string,
  nickname: string,
  ...others: [string, ...string[]]
): Team {
  return { city, nickname, others }
}

/** Thirty teams: two conferences of three divisions of five. */
const LEAGUE: readonly (readonly (readonly Team[])[])[] = [
  [
    [
      team('Boston', 'Celtics', 'BOS'),
      team('Brooklyn', 'Nets', 'BKN', 'BRK'),
      team('New York', 'Knicks', 'NYK', 'NY'),
      team('Philadelphia', '76ers', 'PHI', 'Sixers'),
      team('Toronto', 'Raptors', 'TOR'),
    ],
    [
      team('Chicago', 'Bulls', 'CHI'),
      team('Cleveland', 'Cavaliers', 'CLE', 'Cavs'),
      team('Detroit', 'Pistons', 'DET'),
      team('Indiana', 'Pacers', 'IND'),
      team('Milwaukee', 'Bucks', 'MIL'),
    ],
    [
      team('Atlanta', 'Hawks', 'ATL'),
      team('Charlotte', 'Hornets', 'CHA', 'CHO'),
      team('Miami', 'Heat', 'MIA'),
      team('Orlando', 'Magic', 'ORL'),
      team('Washington', 'Wizards', 'WAS', 'WSH'),
    ],
  ],
  [
    [
      team('Denver', 'Nuggets', 'DEN'),
      team('Minnesota', 'Timberwolves', 'MIN', 'Wolves'),
      team('Oklahoma City', 'Thunder', 'OKC'),
      team('Portland', 'Trail Blazers', 'POR', 'Blazers'),
      team('Utah', 'Jazz', 'UTA', 'UTAH'),
    ],
    [
      team('Golden State', 'Warriors', 'GSW', 'GS'),
      team('Los Angeles', 'Clippers', 'LAC', 'LA Clippers'),
      team('Los Angeles', 'Lakers', 'LAL', 'LA Lakers'),
      team('Phoenix', 'Suns', 'PHX', 'PHO'),
      team('Sacramento', 'Kings', 'SAC'),
    ],
    [
      team('Dallas', 'Mavericks', 'DAL', 'Mavs'),
      team('Houston', 'Rockets', 'HOU'),
      team('Memphis', 'Grizzlies', 'MEM'),
      team('New Orleans', 'Pelicans', 'NOP', 'NO'),
      team('San Antonio', 'Spurs', 'SAS', 'SA'),
    ],
  ],
]

const formatName = ({ city, nickname }: Team) => `${city} ${nickname}`

export const CONFERENCES: readonly (readonly (readonly string[])[])[] =
  LEAGUE.map((conference) => conference.map((teams) => teams.map(formatName)))

export const TEAMS: readonly string[] = CONFERENCES.flat(2)

const NAMES = new Map<string, string>()
for (const one of LEAGUE.flat(2)) {
  const name = formatName(one)
  const long = one.others.map((short) => `${short} ${one.nickname}`)
  for (const spelling of [name, one.city, one.nickname, ...one.others, ...long])
    NAMES.set(toLetters(spelling), name)
}
// Ambiguous: two teams.
NAMES.delete(toLetters('Los Angeles'))

/** Returns the league's name for a team, or an unknown spelling unchanged. */
export function findTeam(spelling: string): string {
  return NAMES.get(toLetters(spelling)) ?? spelling.trim()
}

/** Parts of a team's name, for narrow layouts. */
export type TeamParts = { city: string; nickname: string; short: string }

const PARTS = new Map<string, TeamParts>(
  LEAGUE.flat(2).map((one) => {
    const { city, nickname, others } = one
    return [formatName(one), { city, nickname, short: others[0] }]
  }),
)

/** Splits a team's name; an unknown one becomes the nickname. */
export function teamParts(name: string): TeamParts {
  const short = name.slice(0, 3).toUpperCase()
  return PARTS.get(name) ?? { city: '', nickname: name, short }
}

/** Ignores case, spaces and punctuation, so that 'L.A. Clippers' equals 'LA Clippers'. */
function toLetters(spelling: string): string {
  return spelling.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
