import { expect, test } from 'vitest'
import { advisoriesIn, lockedLicenses } from './package-findings.ts'

const NONE = { licenses: {}, advisories: {} }

test('fails for a licence without a reason', () => {
  const packages = {
    '': {},
    'node_modules/fine': { license: '(MIT OR GPL-3.0)' },
    'node_modules/both': { license: 'MIT AND GPL-3.0' },
    'node_modules/a/node_modules/@b/odd': { license: 'AGPL-3.0-or-later' },
    'node_modules/silent': {},
  }
  expect(lockedLicenses({ packages }, NONE)).toEqual([
    'both: licence MIT AND GPL-3.0',
    '@b/odd: licence AGPL-3.0-or-later',
    'silent: licence unknown',
  ])
  const licenses = { silent: 'Its file says MIT.', '@b/odd': 'Never shipped.' }
  expect(lockedLicenses({ packages }, { ...NONE, licenses })).toHaveLength(1)
})

test('fails for a vulnerability without an exception, or with an old one', () => {
  const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc'
  const vulnerabilities = {
    parser: { via: [{ title: 'Parses too much', url }] },
    server: { via: ['parser'] },
  }
  const found = ['parser: Parses too much (GHSA-aaaa-bbbb-cccc)']
  expect(advisoriesIn({ vulnerabilities }, NONE)).toEqual(found)
  const excepted = {
    ...NONE,
    advisories: {
      'GHSA-aaaa-bbbb-cccc': {
        reason: 'We parse constants only.',
        until: '2026-12-31',
      },
    },
  }
  const on = (today: string) =>
    advisoriesIn({ vulnerabilities }, excepted, today)
  expect(on('2026-12-31')).toEqual([])
  expect(on('2027-01-01')).toEqual(found)
})

test('reports an audit that the registry did not give', () => {
  expect(
    advisoriesIn({ message: '405 Method Not Allowed' }, NONE),
  ).toBeUndefined()
  expect(advisoriesIn(undefined, NONE)).toBeUndefined()
  expect(advisoriesIn({ vulnerabilities: {} }, NONE)).toEqual([])
})
