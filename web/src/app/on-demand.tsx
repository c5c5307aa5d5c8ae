import { type ComponentType, lazy, useState } from 'react'

/**
 * A component whose code is fetched when it is shown, or ahead of that: then it
 * is shown without the fallback, which React leaves on for 300 ms at least.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  let Fetched: ComponentType<Props> | undefined
  const fetchCode = async () => {
    Fetched = await load()
    return { default: Fetched }
  }
  const Lazy = lazy(fetchCode)

  function OnDemand(props: Props) {
    // One and the same for as long as it is shown.
    const [Shown] = useState<ComponentType<Props>>(() => Fetched ?? Lazy)
    return <Shown {...props} />
  }

  /** Where it fails, the component fetches again and tells of it. */
  function fetchAhead(): void {
    fetchCode().catch(() => undefined)
  }
  return { OnDemand, fetchAhead }
}
