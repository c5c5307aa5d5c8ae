import { type ComponentType, lazy } from 'react'

/** A component that is fetched when it is shown; what it stands on works without it, too. */
export function lazyOrNothing<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: Nothing }
    }
  })
}

function Nothing() {
  return null
}
