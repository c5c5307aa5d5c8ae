const ANSWER_AFTER_MS_MAX = 10_000

/** Asks others without telling them who asks. */
export function askOthers(url: URL, init: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(ANSWER_AFTER_MS_MAX),
    ...init,
  })
}
