import { isEmergency } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { useMemo } from 'react';
import { useAdminChannels, useCompanyFacts } from '../directory.ts';

/**
 * Whether an extension is free in this company: not in use, not an emergency number and not a short code; and its
 * owner.
 */
export function useTakenExtensions() {
  const channels = useAdminChannels().rows;
  const plan = useCompanyFacts()?.numberPlan;
  return useMemo(() => {
    const owners = new Map(channels.flatMap(({ name, extensions }) => extensions.map((each) => [each, name] as const)));
    const hasMeaning = (extension: string): boolean =>
      plan !== undefined &&
      (extension in plan.shortCodes || isEmergency(extension, plan.country, plan.emergencyNumbers));
    return {
      /** The name of the channel or user that has it; undefined where it is free. */
      ownerOf: (extension: string): string | undefined => owners.get(extension),
      isTaken: (extension: string): boolean => owners.has(extension) || hasMeaning(extension),
    };
  }, [channels, plan]);
}
