import { fetchThirdParty, notifyPage } from './third-party.ts'

/** Sandbox permissions of an embedded page: all except navigating ours. */
const ALLOWED =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/**
 * Fills this frame with a third party's page. Browsers don't report whether a frame
 * has loaded, so the page is fetched first.
 */
export async function embed(url: URL | undefined, title: string) {
  if (!url) return
  try {
    await fetchThirdParty(url, { mode: 'no-cors' })
  } catch {
    return notifyPage({ is: 'unreachable' })
  }
  const frame = document.createElement('iframe')
  frame.title = title
  frame.src = url.href
  frame.setAttribute('sandbox', ALLOWED)
  frame.onload = () => notifyPage({ is: 'shown' })
  document.body.append(frame)
}
