import { teamParts } from '#core/sports/nba-teams.ts'

/** A team's badge, city and nickname. */
export function TeamName({ team }: { team: string }) {
  const { city, nickname } = teamParts(team)
  return (
    <span className="team flex min-w-0 items-center gap-2">
      <TeamBadge team={team} />
      <span className="min-w-0 overflow-hidden text-ellipsis font-display font-semibold leading-[1.1]">
        {city && <span className="@max-3xl:hidden">{city} </span>}
        <span>{nickname}</span>
      </span>
    </span>
  )
}

/** Draws a disc in the team's colours with its three letters. */
function TeamBadge({ team }: { team: string }) {
  const { short } = teamParts(team)
  const [coat, trim] = COLOURS[short] ?? ['#4b3a73', '#cdbfe6']
  return (
    <span
      aria-hidden="true"
      translate="no"
      className="grid size-8.5 flex-none place-items-center rounded-full border-2 border-outline font-display text-[0.6875rem] font-semibold tracking-[-0.01em] text-[#fff]"
      style={{ background: coat, boxShadow: `inset 0 0 0 2.5px ${trim}` }}
    >
      {short}
    </span>
  )
}

/** Disc and rim. White letters have a contrast of 4.5 on each disc. */
const COLOURS: Record<string, readonly [string, string]> = {
  ATL: ['#c8102e', '#c1d32f'],
  BKN: ['#1d1d1d', '#ffffff'],
  BOS: ['#007a33', '#ba9653'],
  CHA: ['#1d1160', '#00a3b4'],
  CHI: ['#b8102e', '#1d1d1d'],
  CLE: ['#860038', '#fdbb30'],
  DAL: ['#00538c', '#b8c4ca'],
  DEN: ['#0e2240', '#fec524'],
  DET: ['#b8102e', '#1d42ba'],
  GSW: ['#1d428a', '#ffc72c'],
  HOU: ['#ba0c2f', '#c4ced4'],
  IND: ['#002d62', '#fdbb30'],
  LAC: ['#c8102e', '#1d428a'],
  LAL: ['#552583', '#fdb927'],
  MEM: ['#12173f', '#7d9bd1'],
  MIA: ['#98002e', '#f9a01b'],
  MIL: ['#00471b', '#eee1c6'],
  MIN: ['#0c2340', '#78be20'],
  NOP: ['#0c2340', '#c8102e'],
  NYK: ['#0060a6', '#f58426'],
  OKC: ['#0072b4', '#ef6024'],
  ORL: ['#006bac', '#c4ced4'],
  PHI: ['#0060a6', '#ed174c'],
  PHX: ['#1d1160', '#e56020'],
  POR: ['#b3202a', '#d6d6d6'],
  SAC: ['#5a2d81', '#9ba3a9'],
  SAS: ['#1d1d1d', '#c4ced4'],
  TOR: ['#b4122f', '#b4975a'],
  UTA: ['#3e1c7a', '#f9a01b'],
  WAS: ['#002b5c', '#e31837'],
}
