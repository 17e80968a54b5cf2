import { z } from 'zod';

/** What an API caller reads when a transfer target is no number (specification 5). */
export const invalidTargetMessage = 'Invalid target number format. Must be in E.164 format.';

/** Optional plus, a first digit from 1 to 9, then 1 to 14 digits (specification 5). Extensions of two digits pass. */
export const transferTargetForm = /^\+?[1-9][0-9]{1,14}$/;

/** Whether a call can be transferred to this number. */
export function isTransferTarget(number: string): boolean {
  return transferTargetForm.test(number);
}

export const e164Target = z.string().regex(transferTargetForm, invalidTargetMessage);

/** The own number for a transfer, if it is one (optional plus and 1 to 15 digits); any other is left out. */
export function ownTransferNumber(number: string | null): string | null {
  return number !== null && /^\+?[0-9]{1,15}$/.test(number) ? number : null;
}
