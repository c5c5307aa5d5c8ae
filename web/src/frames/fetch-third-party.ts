const ANSWER_AFTER_MS_MAX = 10_000

/** Fetches without cookies and without a referrer, and times out. */
export function fetchThirdParty(
  url: URL,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(ANSWER_AFTER_MS_MAX),
    ...init,
  })
}
