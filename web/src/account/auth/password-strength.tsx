const words = [
  'Longer is stronger',
  'Snaps easily',
  'Getting stretchy',
  'Unsnappable',
]

const bands = [
  'scale-x-0 bg-bubblegum',
  'scale-x-30 bg-bubblegum',
  'scale-x-65 bg-sun',
  'bg-lime',
]

/** A band that stretches as the password gets harder to guess. */
export function PasswordStrengthHint({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="h-3.5 flex-1 overflow-hidden rounded-pill border-2 border-outline bg-well"
      >
        <span
          className={`block size-full origin-left rounded-[inherit] transition-[scale] duration-(--duration-spring) ease-spring ${bands[strength]}`}
        />
      </span>
      <span className="w-32 text-soft">{words[strength]}</span>
    </div>
  )
}

const COMMON =
  /^(password|qwert|letmein|welcome|admin|iloveyou|monkey|dragon|bendy|abc|123)/i
const FAIR_BITS = 45
const STRONG_BITS = 65

/**
 * Estimates how hard a password is to guess: 0 empty, 1 weak, 2 fair, 3 strong.
 * Only a hint: any password is accepted.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
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
