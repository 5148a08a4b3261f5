export { REVISION } from './causes.js';
export {
  type CatalogQuery,
  type CatalogRtuQuery,
  type ClientOptions,
  createClient,
  type PasarelaClient,
  unwrap,
} from './client.js';
export type {
  ActividadEconomica,
  AfiliacionImpuesto,
  CaracteristicaEspecial,
  CodigoDescripcion,
  CuiNitResultado,
  LookupEnvelope,
  MarcaContribuyente,
  ObligacionTributaria,
  OmisosResultado,
  PersonaRtu,
  RenapRequest,
  RtuNitsResultado,
  RtuRequest,
  RtuResultado,
  SectorEconomico,
} from './contract.js';
export {
  type Charged,
  type Contact,
  type ErrorKind,
  PasarelaError,
  type Retry,
} from './errors.js';
export type { BilledOptions, LookupOptions, Receipt, Result, Success } from './transport.js';
