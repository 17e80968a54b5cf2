/** Dials the echo test: the caller hears themselves. */
export const echoTestCode = '*43';

/**
 * Says a new voicemail greeting: alone for the caller's own channel, followed by an extension for a shared one that they
 * are in.
 */
export const greetingCode = '*98';
