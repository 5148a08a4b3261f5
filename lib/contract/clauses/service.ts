import type { Clauses } from './clause';

/** Contract: 'What the service does', 'States', 'Events', 'Versioning'. */
export const service = {
  'service.gateway': 'An answer comes from the registry behind the lookup, asked once per query.',
  'service.lookups': 'Each lookup answers at its own path.',
  'service.catalogs-share': 'The catalogs share errors, one counter and one balance.',
  'service.rtu-differs': 'The RTU by NIT and the full RTU record are two lookups.',
  'service.no-user-nit': 'None needs x-user-nit; where it is sent it changes nothing.',
  'service.enabled-separately': 'Enabling one lookup enables no other.',
  'service.recorded': 'Every lookup is recorded.',
  'service.out-of-contract': 'Invoices, registration, admin, accountant and business are absent.',
  'service.shape-stable': 'A field that the source left out does not change the shape.',
  'service.deployments': {
    says: 'Production and development have databases and credentials of their own.',
    untestable: 'a property of how the service is deployed, not of one running app',
  },
  'states.none': {
    says: 'Lookups are requests without states; the balance is the only lasting condition.',
    untestable: 'the contract names no states to look for',
  },
  'events.none': {
    says: 'Integrators receive no events.',
    untestable: 'an absence with no address at which to look for it',
  },
  'versioning.no-version': {
    says: 'No version in paths or headers.',
    untestable: 'an absence; the exact paths are proved by service.lookups',
  },
  'versioning.revision': {
    says: 'The contract carries a date as its revision.',
    untestable: 'about the document; the generated reference carries it',
  },
  'versioning.texts': {
    says: 'Message texts may change without notice.',
    untestable: 'a freedom of the service; today’s texts are compared whole',
  },
  'versioning.opaque-shapes': {
    says: 'Unnormalised fields and limits may change without notice.',
    untestable: 'a freedom of the service',
  },
  'versioning.other-source': {
    says: 'Another source behind the catalogs leaves their contract as it is.',
    untestable: 'there is one source to ask; its words are mapped in one place',
  },
} as const satisfies Clauses;
