import { parseNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';

const isNobody = (text: string): boolean => {
  const uri = parseUri(text);
  return uri?.host.toLowerCase() === 'anonymous.invalid' || uri?.user?.toLowerCase() === 'anonymous';
};

/** RFC 3325 §9.1: what the registrar vouches for counts before what the caller says of itself. */
export const callerOf = ({ headers }: SipRequest): { number: string | null; name: string | null } => {
  const asserted = headers.list('P-Asserted-Identity').map(parseNameAddr).find(Boolean);
  const said = parseNameAddr(headers.get('From') ?? '');
  const isHidden = /\b(id|user|full)\b/i.test(headers.get('Privacy') ?? '');
  const identity = asserted ?? said;
  const uri = identity && parseUri(identity.uri);
  // Callers who withhold who they are stay unknown, whatever the registrar knows of them.
  const isAnonymous = [said, asserted].some((one) => one !== undefined && isNobody(one.uri));
  if (isHidden || isAnonymous || !uri?.user || /\p{Cc}/u.test(uri.user)) return { number: null, name: null };
  const name = (said?.name ?? identity?.name)
    ?.replace(/\p{Cc}/gu, ' ')
    .slice(0, 100)
    .toWellFormed();
  const number = uri.user.slice(0, 60).toWellFormed();
  return { number, name: name === undefined || name === uri.user ? null : name };
};
