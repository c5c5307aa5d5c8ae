import { playRuns } from '#testing/deposit-model/play-run.ts'

await playRuns({ part: 1, of: 2 })
