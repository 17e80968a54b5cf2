import { channelRoutes } from '@sidetone/contract/http/channel-routes.ts';
import { call } from '#live/line/http.ts';

/** Has the server read the user's phones again, and register those that are switched on. Rejects with ApiError. */
export async function syncPhones(): Promise<{ readonly phones: number }> {
  return await call(channelRoutes.syncPhones, {});
}

/** The same after a change that is made in any case. */
export async function syncQuietly(): Promise<void> {
  try {
    await syncPhones();
  } catch (error) {
    console.warn('[channels] synchronising phones failed', error);
  }
}
