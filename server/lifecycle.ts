/**
 * Phase of the process. `draining` begins with SIGTERM: probes say so at once, so that a load
 * balancer sends no more requests before the port closes.
 */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'draining';
}
