import { isForEmergencies, type Trunk } from '@sidetone/contract/entities/trunk.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import type { ChangeEvent } from 'react';
import { call } from '#live/line/http.ts';
import { useRun } from '../run.ts';
import { AddressSwitches } from '../trunks/AddressSwitches.tsx';

/** Of each trunk for emergency calls: whether its provider learns where help has to go. */
export function TrunkAddresses({ trunks }: { trunks: readonly Trunk[] }) {
  return trunks.filter(isForEmergencies).map((one) => <TrunkAddress key={one.id} trunk={one} />);
}

/** Whether the provider of this trunk learns where help has to go; a change applies immediately. */
function TrunkAddress({ trunk }: { trunk: Trunk }) {
  const { run, busy } = useRun();
  const field = (name: 'sendsAddress' | 'addressConfirmed') => ({
    checked: trunk[name],
    disabled: busy,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const body = { [name]: target.checked };
      void run(() => call(adminDeviceRoutes.changeTrunk, { params: { trunkId: trunk.id }, body }), null);
    },
  });
  return (
    <section aria-label={trunk.name}>
      <h2 className="font-med text-12 text-ink-2">{trunk.name}</h2>
      <AddressSwitches sends={field('sendsAddress')} confirmed={field('addressConfirmed')} />
    </section>
  );
}
