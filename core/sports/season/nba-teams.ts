/** The thirty teams: two conferences of three divisions of five. */
export const CONFERENCES: readonly (readonly (readonly string[])[])[] = [
  [
    [
      'Boston Celtics',
      'Brooklyn Nets',
      'New York Knicks',
      'Philadelphia 76ers',
      'Toronto Raptors',
    ],
    [
      'Chicago Bulls',
      'Cleveland Cavaliers',
      'Detroit Pistons',
      'Indiana Pacers',
      'Milwaukee Bucks',
    ],
    [
      'Atlanta Hawks',
      'Charlotte Hornets',
      'Miami Heat',
      'Orlando Magic',
      'Washington Wizards',
    ],
  ],
  [
    [
      'Denver Nuggets',
      'Minnesota Timberwolves',
      'Oklahoma City Thunder',
      'Portland Trail Blazers',
      'Utah Jazz',
    ],
    [
      'Golden State Warriors',
      'Los Angeles Clippers',
      'Los Angeles Lakers',
      'Phoenix Suns',
      'Sacramento Kings',
    ],
    [
      'Dallas Mavericks',
      'Houston Rockets',
      'Memphis Grizzlies',
      'New Orleans Pelicans',
      'San Antonio Spurs',
    ],
  ],
]

export const TEAMS: readonly string[] = CONFERENCES.flat(2)
