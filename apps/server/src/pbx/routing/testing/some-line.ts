import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { lineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import type { DirectoryChannel } from '../../ports.ts';
import { someMember } from './some-channel.ts';

/** The own line `c-<name>` of a user `w<name>` in Berlin, whose rules send calls to these; the lines of colleagues are `c-<name>` too. */
export function someLine(
  name: string,
  rules: readonly Record<string, unknown>[] = [],
  given: { routing?: Record<string, unknown>; extension?: string; isDnd?: boolean } & Record<string, unknown> = {},
): DirectoryChannel {
  const { routing = {}, extension = null, isDnd = false, ...forwarding } = given;
  const read = lineForwarding.parse({ isOn: true, rules, ...forwarding });
  const named = read.rules.flatMap(({ to }) => (to.kind === 'colleague' ? to.userId : []));
  const parsed = channelRouting.parse(routing);
  return {
    channelId: `c-${name}`,
    accountId: 's1',
    type: 'private',
    name: null,
    ringSeconds: parsed.ringSeconds,
    members: [someMember(`w${name}`, { isDnd })],
    ownerUserId: `w${name}`,
    extension,
    number: null,
    routing: parsed,
    timeZone: 'Europe/Berlin',
    forwarding: { ...read, lines: Object.fromEntries(named.map((userId) => [userId, `c-${userId.slice(1)}`])) },
  };
}

/** A rule for all callers at any time. */
export const someRule = (when: string, to: string, given: Record<string, unknown> = {}): Record<string, unknown> => ({
  when,
  to:
    to === 'voicemail'
      ? { kind: 'voicemail' }
      : to.startsWith('+')
        ? { kind: 'number', number: to }
        : { kind: 'colleague', userId: `w${to}` },
  ...given,
});
