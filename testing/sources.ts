/** The variables of an environment whose sources are all at one address. */
export function sourcesAt(url: string) {
  return {
    RENAP_URL: url,
    RENAP_TOKEN: 'renap',
    RTU_URL: url,
    RTU_TOKEN: 'rtu',
    CATALOGOS_URL: url,
    CATALOGOS_TOKEN: 'catalogos',
  };
}
