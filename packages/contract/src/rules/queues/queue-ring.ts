/** What the `info` of an Alert-Info says of calls of a queue, by which a phone chooses another ringtone. */
export const queueRing = 'queue';
