import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { REPORTING, REPORTING_ENDPOINTS } from './csp-reports.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Sets headers of all responses, refusals included: browsers must not run, embed
 * or cache data, and return over https only. {@link pageHeaders} relax them.
 */
export function dataHeaders({ https }: { https: boolean }): RequestHandler {
  const headers = new Map([
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
  ])
  if (https) {
    const value = `max-age=${YEAR_SECONDS}; includeSubDomains`
    headers.set('Strict-Transport-Security', value)
  }
  return (_req, res, next) => {
    res.setHeaders(headers)
    next()
  }
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
  const headers = helmet({
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
        ...REPORTING,
      },
    },
    // All responses have it, see `dataHeaders`.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  return (req, res, next) => {
    // Each file sets its own.
    res.removeHeader('Cache-Control')
    res.setHeader('Reporting-Endpoints', REPORTING_ENDPOINTS)
    headers(req, res, next)
  }
}
