export * from './billing';
export * from './integrations';
export * from './people';
export * from './recording';
export * from './statistics';
