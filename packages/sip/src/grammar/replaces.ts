/** The dialog that a Replaces header names (RFC 3891), as its receiver sees it. */
export interface Replaces {
  readonly callId: string;
  /** The tag of the receiver of the header. */
  readonly toTag: string;
  /** The tag of the other side. */
  readonly fromTag: string;
  /** Only a dialog that still rings may be replaced. */
  readonly earlyOnly: boolean;
}

/** Reads the value of one Replaces header (RFC 3891 §6.1); undefined when it is malformed. */
export function parseReplaces(value: string): Replaces | undefined {
  // A Call-ID may hold quotes and angle brackets but no semicolon, so plain cutting is right here.
  const [callId = '', ...parts] = value.split(';').map((part) => part.trim());
  if (!/^[^\s;,]+$/.test(callId)) return undefined;
  const found = new Map<string, string>();
  for (const part of parts) {
    const [name = '', tag = ''] = part.split('=', 2).map((side) => side.trim());
    const key = name.toLowerCase();
    if (key === '' || found.has(key)) return undefined;
    found.set(key, tag);
  }
  const [toTag = '', fromTag = ''] = [found.get('to-tag'), found.get('from-tag')];
  if (!isToken(toTag) || !isToken(fromTag)) return undefined;
  return { callId, toTag, fromTag, earlyOnly: found.has('early-only') };
}

const isToken = (text: string) => /^[A-Za-z0-9.!%*_+`'~-]+$/.test(text);

/** Writes the value of a Replaces header. */
export function serializeReplaces({ callId, toTag, fromTag, earlyOnly }: Replaces): string {
  return `${callId};to-tag=${toTag};from-tag=${fromTag}${earlyOnly ? ';early-only' : ''}`;
}
