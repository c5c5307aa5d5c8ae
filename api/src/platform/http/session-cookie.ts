/** Name of the cookie that holds the session ID. */
export const SESSION_COOKIE = 'sid'
