import * as z from 'zod'

/** Licences that need no reason. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Format of package-exceptions.json: reasons by package and by advisory. */
const exceptions = z.strictObject({
  licenses: z.record(z.string(), z.string().min(10)),
  advisories: z.record(
    z.string().regex(/^GHSA-/),
    z.strictObject({ reason: z.string().min(10), until: z.iso.date() }),
  ),
})
export type Exceptions = z.input<typeof exceptions>

const lock = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional() })),
})

const audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          // Another vulnerable package of the list.
          z.string(),
          z.object({ title: z.string(), url: z.string() }),
        ]),
      ),
    }),
  ),
})

/** Names packages whose licence is neither allowed nor explained. */
export function lockedLicenses(locked: unknown, given: Exceptions): string[] {
  const { licenses } = exceptions.parse(given)
  const { '': _own, ...packages } = lock.parse(locked).packages
  const names = Object.entries(packages).flatMap(([path, { license }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    const isFine = name in licenses || isAllowed(license ?? '')
    return isFine ? [] : [`${name}: licence ${license ?? 'unknown'}`]
  })
  return [...new Set(names)]
}

/** Reads an SPDX expression: all of AND, and one of OR, have to be allowed. */
function isAllowed(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) =>
    choice.split(' AND ').every((license) => ALLOWED.has(license)),
  )
}

/**
 * Names vulnerabilities without a valid exception; undefined if the registry
 * gave no audit. @param today ISO date
 */
export function advisoriesIn(
  audited: unknown,
  given: Exceptions,
  today = new Date().toISOString().slice(0, 10),
): string[] | undefined {
  const { advisories } = exceptions.parse(given)
  const { data } = audit.safeParse(audited)
  if (!data) return undefined
  return Object.entries(data.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((cause) => {
      if (typeof cause === 'string') return []
      const id = cause.url.split('/').at(-1) ?? ''
      const until = advisories[id]?.until ?? ''
      return until >= today ? [] : [`${name}: ${cause.title} (${id})`]
    }),
  )
}
