import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Headers of data: browsers must not run, embed or cache it. */
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
 * Origins of WalletConnect's relay, wallet list and domain check, without its
 * analytics. @see
 * https://docs.reown.com/advanced/security/content-security-policy
 */
const WALLETCONNECT = {
  connect: ['wss://relay.walletconnect.org', 'https://api.web3modal.org'],
  frame: ['https://verify.walletconnect.org'],
}
const NO_ORIGINS = { connect: [], frame: [] }

/** Sets headers of pages. Dialogs and animations need inline styles. */
export function pageHeaders(site: {
  https: boolean
  walletConnect: boolean
}): RequestHandler {
  const { https } = site
  const { connect, frame } = site.walletConnect ? WALLETCONNECT : NO_ORIGINS
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
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        upgradeInsecureRequests: https ? [] : null,
      },
    },
    strictTransportSecurity: https,
    crossOriginEmbedderPolicy: false,
  })
}
