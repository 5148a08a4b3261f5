/** A failed start whose message is all that people need. */
export class StartError extends Error {}
