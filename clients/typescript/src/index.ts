export { REVISION } from './causes.js';
export {
  type BilledOptions,
  type CatalogQuery,
  type CatalogRtuQuery,
  type ClientOptions,
  createClient,
  type LookupOptions,
  type PasarelaClient,
  type Result,
  type Success,
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
export type { Receipt } from './transport.js';
