/** 0 nothing yet, 1 snaps easily, 2 fair, 3 strong. */
export type PasswordStrength = 0 | 1 | 2 | 3

const COMMON =
  /^(password|qwert|letmein|welcome|admin|iloveyou|monkey|dragon|bendy|abc|123)/i
const FAIR_BITS = 45
const STRONG_BITS = 65

/** A rough guess at how hard a password is to guess: a hint, never a refusal. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 0
  const bits = new Set(password).size * Math.log2(alphabetSize(password))
  const longBonus = Math.max(0, password.length - 12) * 2
  if (COMMON.test(password) || bits < FAIR_BITS) return 1
  return bits + longBonus < STRONG_BITS ? 2 : 3
}

function alphabetSize(password: string): number {
  const groups: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 33],
  ]
  return groups.reduce(
    (size, [group, letters]) => size + (group.test(password) ? letters : 0),
    0,
  )
}
