import type { Lookup } from '@/lib/contract/lookups';
import { cuiNit } from './cui-nit';
import type { LookupDefinition } from './definition';
import { omisos } from './omisos';
import { renap } from './renap';
import { rtu } from './rtu';
import { rtuV2 } from './rtu-v2';

export const definitions: Readonly<Record<Lookup, LookupDefinition>> = {
  renap,
  rtu,
  'cui-nit': cuiNit,
  'rtu-v2': rtuV2,
  omisos,
};
