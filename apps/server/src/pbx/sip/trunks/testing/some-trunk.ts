import { newTrunk } from '@sidetone/contract/entities/trunk.ts';
import type { z } from 'zod';
import type { TrunkAccount } from '../trunk-account.ts';

/** A trunk in Berlin as SIP connects it: `about` is what an administrator enters, `given` what differs from the rest. */
export const someTrunk = (about: z.input<typeof newTrunk>, given: Partial<TrunkAccount> = {}): TrunkAccount => ({
  ...newTrunk.parse(about),
  trunkId: 't1',
  accountId: 's1',
  password: null,
  contactToken: 'unguessable',
  reaches: 'everywhere',
  place: { country: 'DE', areaCode: '30' },
  ...given,
});
