import type { OperatorPlayer } from '#core/api/operator/players.ts'
import { Mark } from '../frame/mark.tsx'

/** Says in a word how an account stands. */
export function PlayerState({ role, frozen, closedAt }: OperatorPlayer) {
  if (frozen) return <Mark tone="bad">frozen</Mark>
  if (closedAt) return <Mark tone="plain">closed</Mark>
  if (role === 'operator') return <Mark tone="waiting">operator</Mark>
  return <Mark tone="good">active</Mark>
}
