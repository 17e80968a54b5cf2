/** Limits that both sides keep. Every constant of a duration or a length names its unit. */

/** Most favorites that a user can have. */
export const maxFavorites = 30;
/** Most calls that a client has at once. */
export const maxCalls = 2;
/** Most SIP sessions that a client of the newer generation has at once. */
export const maxSipSessions = 1;

/** Most events that one inbox query answers with, and its default where nothing is asked for. */
export const inboxEventQueryLimit = 1000;
/** Events that a live inbox asks for. */
export const inboxSubscriptionLimit = 100;
/** Most rows that one batch changes. */
export const batchWriteLimit = 500;
/** Contacts on one page. */
export const contactPageSize = 100;

/** Name of the private channel in addresses, whoever is signed in. */
export const privateChannelId = 'private';

/** Fewest characters of a password that somebody chooses. */
export const passwordMinLength = 10;
