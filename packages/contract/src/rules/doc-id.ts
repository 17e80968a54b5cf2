/** Prefix of the inbox event of an ordinary call. CONST-057 */
export const callDocIdPrefix = 'pbx-';
/** Prefix of the inbox event of a call to a feature code or a short number. CONST-058 */
export const specialDialDocIdPrefix = 'sda-';

/**
 * Whether what was dialled is a feature code (starts with star or hash) or a short number of 1 to 5 digits: it needs no
 * phone and no E.164 form.
 */
export function isSpecialDial(dialled: string): boolean {
  return /^[*#]/.test(dialled) || /^[0-9]{1,5}$/.test(dialled);
}

/**
 * Id of the inbox event of the side that dialled. Client and server compute it alike, so that either can name the event
 * before the other has told it. The called side has dialled nothing; its event id is `docIdOf(sessionId)`.
 */
export function docIdOf(sessionId: string, dialled?: string): string {
  const special = dialled !== undefined && isSpecialDial(dialled);
  return `${special ? specialDialDocIdPrefix : callDocIdPrefix}${sessionId}`;
}

/** The session id inside an event id; null where the prefix is neither of ours. */
export function sessionIdOf(docId: string): string | null {
  for (const prefix of [callDocIdPrefix, specialDialDocIdPrefix]) {
    if (docId.startsWith(prefix) && docId.length > prefix.length) return docId.slice(prefix.length);
  }
  return null;
}
