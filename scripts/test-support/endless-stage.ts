import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../lib/run-command.ts'
import { onStage } from '../lib/stage.ts'

const LONGER_THAN_ANY_TEST_MS = 600_000

// A measuring command that goes on until it is stopped. It prints where its
// stage is and which process is the stage's database.
await runCommand(() =>
  onStage(async ({ directory }) => {
    const note = readFileSync(
      join(directory, 'postgres/postmaster.pid'),
      'utf8',
    )
    console.log(JSON.stringify({ directory, pid: Number.parseInt(note, 10) }))
    await sleep(LONGER_THAN_ANY_TEST_MS)
  }),
)
