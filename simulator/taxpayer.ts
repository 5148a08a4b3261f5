import type { NotationName } from './notation';
import type { AffiliationName } from './regimes';

/** What is laid down about a taxpayer; everything else is drawn from its seed. */
export interface Traits {
  nombre?: string;
  gender?: 'F' | 'M';
  birthDate?: string;
  affiliation?: AffiliationName;
  status?: string;
  defaults?: readonly string[];
  coerced?: boolean;
  notation?: NotationName;
  sparse?: boolean;
}

interface TaxpayerBase {
  nit: string;
  seed: number;
  traits: Traits;
}
export interface Individual extends TaxpayerBase {
  kind: 'individual';
  cui: string;
}
export interface Company extends TaxpayerBase {
  kind: 'company';
}
export type Taxpayer = Individual | Company;
