import { type ComponentType, lazy, useState } from 'react'
import { toast } from './toast.ts'

/** Browsers name the module's address in the message of a failed import. */
const ADDRESS = /https?:\/\/\S+\.js/

let tries = 0

/**
 * Imports a module, also after it failed once. Chromium caches failed imports
 * for the life of the page, so the retry uses another address.
 */
export async function retryImport<Module>(
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = ADDRESS.exec(String(error)) ?? []
    if (!address) throw error
    tries += 1
    return import(/* @vite-ignore */ `${address}?again=${tries}`)
  }
}

/** Like React's lazy, but renders nothing when the code can't be loaded. */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: () => null }
    }
  })
}

/**
 * Loads a dialog when it is first opened. If that fails, a toast says so, and
 * the next press tries again.
 */
export function useOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  // In an object: React would call a function passed as state.
  const [loaded, setLoaded] = useState<{ Dialog?: ComponentType<Props> }>({})
  const [isOpen, setOpen] = useState(false)

  const open = async () => {
    try {
      const Dialog = loaded.Dialog ?? (await load())
      setLoaded({ Dialog })
      setOpen(true)
    } catch {
      toast({
        title: 'Couldn’t load that',
        description: 'Nothing happened. Try again, or reload the page.',
        variant: 'destructive',
      })
    }
  }
  /** Passed to the dialog. */
  const state = { open: isOpen, onOpenChange: setOpen }
  return { ...loaded, state, setOpen, open }
}
