const ANSWER_WITHIN_MS = 2000

/** Whether a GET of `url` answers 200 right now. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(url, { signal })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}
