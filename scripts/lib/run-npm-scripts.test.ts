import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { PROJECT_ROOT } from './launch-config.ts'

type Ran = { code: number; lines: string[] }

/** Runs a group of scripts, each a line of shell. */
function runGroup(scripts: Record<string, string>): Promise<Ran> {
  const folder = testFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  const program = join(PROJECT_ROOT, 'scripts/test-support/run-group.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, folder], (error, stdout) => {
      const lines = stdout.split('\n').filter((line) => line !== '')
      resolve({ code: Number(error?.code ?? 0), lines })
    })
  })
}

const until = (file: string) => `until [ -e ${file} ]; do sleep 0.1; done`

test('two scripts run at a time, and each is told as a whole, in order', async () => {
  const { code, lines } = await runGroup({
    'say:first': `echo one; touch first; ${until('second')}; echo two`,
    'say:second': `${until('first')}; echo three; touch second`,
    'other:third': 'echo four',
  })
  expect(lines).toEqual([
    '== npm run say:first',
    'one',
    'two',
    '== npm run say:second',
    'three',
    expect.stringMatching(/^passed {2}npm run say:first {2}\(.* s\)$/),
    expect.stringMatching(/^passed {2}npm run say:second {2}\(.* s\)$/),
  ])
  expect(code).toBe(0)
})

test('what wants to be alone waits for all others', async () => {
  const { lines } = await runGroup({
    'say:alone': 'cat ended',
    'say:first': 'echo first >> ended',
    'say:second': 'echo second >> ended',
  })
  expect(lines).toContain('== npm run say:alone')
  expect(lines.filter((line) => /^(first|second)$/.test(line))).toHaveLength(2)
})

test('a failure is named below, with why, and stops no other', async () => {
  const { code, lines } = await runGroup({
    'say:bad': "echo 'FAIL  it fails'; echo because; exit 1",
    'say:good': 'echo fine',
  })
  expect(lines).toContain('fine')
  expect(lines.slice(-4)).toEqual([
    expect.stringMatching(/^FAILED {2}npm run say:bad /),
    '        FAIL  it fails',
    '        because',
    expect.stringMatching(/^passed {2}npm run say:good /),
  ])
  expect(code).toBe(1)
})
