import { playRuns } from '../../testing/deposit-model/play-run.ts'

await playRuns('b', 260)
