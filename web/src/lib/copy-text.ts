import { toast } from './toast.ts'

export const COPIED_FOR_MS = 2_000

/**
 * Copies a text and shows a toast.
 *
 * @returns false when the browser does not allow it: only secure pages may
 * copy, and players may forbid it.
 */
export async function copyText(
  text: string,
  { copied, refused }: { copied: string; refused: string },
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    toast({
      title: 'Not copied',
      description: refused,
      variant: 'destructive',
    })
    return false
  }
  const durationMs = COPIED_FOR_MS
  toast({ title: 'Copied!', description: copied, durationMs })
  return true
}
