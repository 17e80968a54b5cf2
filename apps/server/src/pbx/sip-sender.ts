import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { fromOf } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';

/** The user name that a SIP request gives as its sender's, true or not; null where it is none, or names nobody. */
export function nameOfSender(text: string): string | null {
  const parsed = parseMessage(text);
  if (parsed.kind !== 'message' || parsed.message.kind !== 'request') return null;
  return parseUri(fromOf(parsed.message).uri)?.user ?? null;
}
