import { passwordStrength } from './password-strength.ts'

const words = [
  'Longer is stronger',
  'Snaps easily',
  'Getting stretchy',
  'Unsnappable',
]

/** A band that stretches as the password gets harder to guess. */
export function PasswordStretch({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <div className="flex items-center gap-3" data-strength={strength}>
      <span aria-hidden="true" className="password-track">
        <span className="password-band" />
      </span>
      <span className="w-32 text-soft">{words[strength]}</span>
    </div>
  )
}
