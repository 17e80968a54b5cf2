import { isEmergency } from '@sidetone/contract/rules/emergency-numbers.ts';
import { useMemo } from 'react';
import { useAdminAccount, useAdminChannels } from '../directory.ts';

/** Whether an extension is free in this company: neither anybody's nor an emergency number or a short code; and whose it is. */
export function useTakenExtensions() {
  const channels = useAdminChannels().rows;
  const plan = useAdminAccount()?.numberPlan;
  return useMemo(() => {
    const owners = new Map(channels.flatMap(({ name, extensions }) => extensions.map((each) => [each, name] as const)));
    const hasMeaning = (extension: string): boolean =>
      plan !== undefined &&
      (extension in plan.shortCodes || isEmergency(extension, plan.country, plan.emergencyNumbers));
    return {
      /** The name of the channel or person that has it; undefined where nobody has. */
      ownerOf: (extension: string): string | undefined => owners.get(extension),
      isTaken: (extension: string): boolean => owners.has(extension) || hasMeaning(extension),
    };
  }, [channels, plan]);
}
