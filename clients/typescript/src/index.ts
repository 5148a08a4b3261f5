export { REVISION } from './causes.js';
export * from './client.js';
export {
  type Charged,
  type Contact,
  type ErrorKind,
  PasarelaError,
  type Retry,
} from './errors.js';
export {
  type CuiWarning,
  type NitWarning,
  type Normalized,
  normalizeCui,
  normalizeNit,
} from './identifiers.js';
export type { BilledOptions, LookupOptions, Receipt, Result, Success } from './transport.js';
