import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it.each([
  ['', 0],
  ['loop', 1],
  ['password1234567890', 1],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 1],
  ['stretchy12', 2],
  ['a7&Kp0-zQ!m2x', 3],
  ['four loops bend over a wide sky', 3],
])('takes %j for %d', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
