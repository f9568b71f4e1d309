/** A dump that cannot be trusted; the message is one line. */
export class BadDump extends Error {}
