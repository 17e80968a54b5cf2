import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { escapeUser } from '@sidetone/sip/grammar/uri.ts';
import type { LegOrder } from '../../calls/legs.ts';

/** The header fields that tell a phone whom it talks to (RFC 3325); `host` is this exchange as the phone sees it. */
export function assertedIdentity(
  remote: Extract<LegOrder, { do: 'identify' }>['remote'],
  host: string,
): readonly [string, string][] {
  if (remote === 'anonymous')
    return [
      ['P-Asserted-Identity', '"Anonymous" <sip:anonymous@anonymous.invalid>'],
      ['Privacy', 'id'],
    ];
  const known = serializeNameAddr({
    ...(remote.name === undefined ? {} : { name: remote.name }),
    uri: `sip:${escapeUser(remote.user)}@${host}`,
    parameters: new Map(),
  });
  return [['P-Asserted-Identity', known]];
}
