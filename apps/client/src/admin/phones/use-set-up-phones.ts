import type { PhoneVendor } from '@sidetone/contract/entities/phone-setup.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
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
        await call(adminDeviceRoutes.removeDevice, { params }).catch(() => undefined);
        throw error;
      }
    } catch (error) {
      return { refusal: inWords(error) };
    }
  };
}
