import { askOthers } from './ask-others.ts'
import { tellPage } from './tell-page.ts'

/** It may be a page with all that pages do, but never lead ours away. */
const ALLOWED =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/**
 * Fills this page with one of others. A browser does not say whether a frame
 * could be loaded, so that is asked for first.
 */
export async function embed(url: URL | undefined, title: string) {
  if (!url) return
  try {
    await askOthers(url, { mode: 'no-cors' })
  } catch {
    return tellPage({ is: 'unreachable' })
  }
  const frame = document.createElement('iframe')
  frame.title = title
  frame.src = url.href
  frame.setAttribute('sandbox', ALLOWED)
  frame.onload = () => tellPage({ is: 'shown' })
  document.body.append(frame)
}
