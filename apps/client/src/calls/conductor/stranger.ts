import type { Remote } from '@sidetone/contract/entities/remote.ts';

/** What the network says about a caller, until the address book knows better. */
export function strangerCalled(name: string): Remote {
  return {
    name,
    organization: null,
    avatarType: 'unknown',
    isTeam: false,
    contactId: null,
    userId: null,
  };
}
