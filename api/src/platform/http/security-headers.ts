import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** For answers that are data: nothing in them may run, show or be kept. */
const DATA_HEADERS = new Map([
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
])

export const dataHeaders: RequestHandler = (_req, res, next) => {
  res.setHeaders(DATA_HEADERS)
  next()
}

/**
 * Whom WalletConnect asks: the relay that brings page and phone together, the
 * list of wallets on phones, and a frame that vouches for the site's name. Its
 * counting of visitors and its fonts stay out.
 *
 * @see https://docs.reown.com/advanced/security/content-security-policy
 */
const WALLETCONNECT = {
  connect: ['wss://relay.walletconnect.org', 'https://api.web3modal.org'],
  frame: ['https://verify.walletconnect.org'],
}
const NOBODY = { connect: [], frame: [] }

/** For the site itself. Styles are set inline by dialogs and animations. */
export function pageHeaders(site: {
  https: boolean
  /** Whether wallets on phones can connect. */
  walletConnect: boolean
}): RequestHandler {
  const { https } = site
  const { connect, frame } = site.walletConnect ? WALLETCONNECT : NOBODY
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connect],
        frameSrc: ["'self'", ...frame],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        upgradeInsecureRequests: https ? [] : null,
      },
    },
    strictTransportSecurity: https,
    crossOriginEmbedderPolicy: false,
  })
}
