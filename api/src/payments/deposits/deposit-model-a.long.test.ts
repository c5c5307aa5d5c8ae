import { playRuns } from '#testing/deposit-model/play-run.ts'

await playRuns({ part: 0, of: 2 })
