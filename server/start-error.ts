/** A start that failed for a reason people can act on: the message is all they need. */
export class StartError extends Error {}
