import type { PhoneVendor } from '@sidetone/contract/entities/phone-setup.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { patiently } from '../first-run/patiently.ts';
import { useRefusal } from '../use-refusal.ts';

interface PhoneToSetUp {
  readonly userId: string;
  readonly name: string;
  readonly vendor: PhoneVendor;
  readonly model: string;
  readonly mac: string;
}

/** A desk phone that was added, with its address for the first start; or why there is none, in words. */
type SetUpPhone = { readonly phoneId: string; readonly address: string } | { readonly refusal: string };

/** Removes a desk phone, and says whether it is gone: one that somebody else has removed is as well. */
export async function removePhone(phoneId: string): Promise<boolean> {
  try {
    await patiently(() => call(adminDeviceRoutes.removeDevice, { params: { phoneId } }));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'NOT_FOUND') console.warn('[admin] a phone could not be removed:', code);
    return code === 'NOT_FOUND';
  }
}

/** Adds a desk phone that sets itself up. */
export function useSetUpPhone(): (phone: PhoneToSetUp) => Promise<SetUpPhone> {
  const inWords = useRefusal();
  return async ({ userId, name, vendor, model, mac }) => {
    try {
      const { phoneId } = await patiently(() => call(adminDeviceRoutes.addDeskPhone, { body: { userId, name } }));
      const params = { phoneId };
      try {
        const body = { vendor, model, mac, keys: [] };
        const { address } = await patiently(() => call(adminDeviceRoutes.setUpDeskPhone, { params, body }));
        return { phoneId, address };
      } catch (error) {
        // Half a phone would be one with a password that nobody was shown.
        await removePhone(phoneId);
        throw error;
      }
    } catch (error) {
      return { refusal: inWords(error) };
    }
  };
}
