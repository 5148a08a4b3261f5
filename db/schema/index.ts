export * from './billing';
export * from './incidents';
export * from './integrations';
export * from './keys';
export * from './notices';
export * from './people';
export * from './recording';
export * from './statistics';
