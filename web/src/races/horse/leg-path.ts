import type { Leg } from './pose.ts'

/** A leg is a hose: it never gets shorter, it bends. */
const LENGTH = 54

/** The line of a leg, from the hip to the hoof. */
export function legPath({ hip, hoof, bend }: Leg): string {
  const x = hoof.x - hip.x
  const y = hoof.y - hip.y
  const distance = Math.hypot(x, y) || 1
  const slack = Math.sqrt(Math.max(0, LENGTH ** 2 - distance ** 2))
  const side = (bend === 'forth' ? 0.8 : -0.8) * (slack / distance)
  const knee = {
    x: hip.x + x / 2 + y * side,
    y: hip.y + y / 2 - x * side,
  }
  return `M${at(hip)} Q${at(knee)} ${at(hoof)}`
}

function at({ x, y }: Leg['hip']): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
