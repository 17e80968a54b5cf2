/** Takes the place of what was left out. */
const leftOut = '(left out)';

/** Proofs of passwords, and what they are made of. */
const proofs =
  /^((?:proxy-)?(?:authorization|authenticate)|www-authenticate|authentication-info)[ \t]*:.*(?:\r?\n[ \t].*)*/gim;
/** Keys of SRTP (RFC 4568), passwords of ICE, and digests of what is to be secret in a session description. */
const keys = /^(a=crypto:\d+[ \t]+\S+)[ \t].*|^(a=ice-pwd:).*|^(a=key-mgmt:).*|^(k=).*/gim;
/** Who a caller is, told to networks that keep it to themselves (RFC 3325). */
const identities =
  /^(p-asserted-identity|p-preferred-identity|remote-party-id|diversion|history-info)[ \t]*:.*(?:\r?\n[ \t].*)*/gim;

/** Whether a message says that its caller wants to stay unknown. */
export const isAnonymous = (text: string): boolean =>
  /^privacy[ \t]*:[^\r\n]*\b(?:id|user|full)\b/im.test(text) || /^(?:from|f)[ \t]*:[^\r\n]*anonymous@/im.test(text);

/**
 * A SIP message as anyone may read it: without proofs of passwords, keys of the sound, and tones, which may be a PIN; of an
 * anonymous call without what networks know of the caller.
 */
export function withoutSecrets(text: string, anonymous: boolean): string {
  const [head = '', ...bodies] = text.split(/\r?\n\r?\n/);
  const shown = head.replace(proofs, `$1: ${leftOut}`);
  const named = anonymous ? shown.replace(identities, `$1: ${leftOut}`) : shown;
  if (bodies.length === 0) return named;
  const body = bodies.join('\r\n\r\n');
  // Nothing else in a body explains a fault: tones, texts, pictures.
  const isSession = /^(?:content-type|c)[ \t]*:[ \t]*(?:application\/sdp|multipart\/)/im.test(head);
  const told = isSession
    ? body.replace(keys, (_line, ...parts) => `${parts.slice(0, 4).find((part) => part !== undefined)} ${leftOut}`)
    : '';
  return `${named}\r\n\r\n${body === '' || isSession ? told : leftOut}`;
}
