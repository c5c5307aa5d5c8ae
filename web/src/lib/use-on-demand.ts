import { type ComponentType, useState } from 'react'
import { useToast } from './toast.ts'

/**
 * A dialog whose code comes when it is first asked for. Where it does not come
 * the page stays as it is, the player is told, and the next press tries again.
 */
export function useOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  const { toast } = useToast()
  // In an object: a state that is a function would be called.
  const [loaded, setLoaded] = useState<{ Dialog?: ComponentType<Props> }>({})
  const [isOpen, setOpen] = useState(false)

  const open = async () => {
    try {
      const Dialog = loaded.Dialog ?? (await load())
      setLoaded({ Dialog })
      setOpen(true)
    } catch {
      toast({
        title: 'Could not be loaded',
        description: 'Nothing was done. Try again, or load the page again.',
        variant: 'destructive',
      })
    }
  }
  return { ...loaded, isOpen, setOpen, open }
}
