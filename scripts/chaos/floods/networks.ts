/**
 * Addresses of this machine that count as networks of their own where the API
 * limits a network. Linux has all of 127.0.0.0/8 on its loopback.
 */
export const NETWORKS = {
  attacker: '127.0.0.1',
  bystanders: '127.0.0.2',
  /** Of those who sign in during a flood of registrations. */
  office: '127.0.0.3',
}
