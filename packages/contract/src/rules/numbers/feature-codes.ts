/** Dials the echo test: the caller hears themselves. */
export const echoTestCode = '*43';

/**
 * Says a new voicemail greeting: alone for the caller's own channel, followed by an extension for a shared one that they
 * are in.
 */
export const greetingCode = '*98';

/** A code of ours without the hash that many phones send behind every code; anything else as it was dialled. */
export function withoutSendKey(dialled: string): string {
  return /^\*(?:43|98[0-9]{0,5})#$/.test(dialled) ? dialled.slice(0, -1) : dialled;
}
