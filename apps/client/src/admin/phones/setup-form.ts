import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import type { newPhoneSetup, PhoneSetup } from '@sidetone/contract/entities/phone-setup.ts';
import { printedMac } from '@sidetone/contract/rules/phones/phone-setup-address.ts';
import type { z } from 'zod';

/** How a phone sets itself up, as a form has it. */
export type SetupValues = z.input<typeof newPhoneSetup>;

/** The form of a phone; a new one begins with the first vendor and nothing else. */
export const setupValues = (setup: PhoneSetup | null): SetupValues => ({
  vendor: setup?.vendor ?? 'yealink',
  mac: setup ? printedMac(setup.mac) : '',
  model: setup?.model ?? '',
  keys: setup?.keys ?? [],
});

/** Every extension with the name of its channel, in the order in which they are dialled. */
export const keyOptions = (channels: readonly AdminChannel[]): { value: string; label: string }[] =>
  channels
    .flatMap(({ extensions, name }) => extensions.map((value) => ({ value, label: `${value} ${name}` })))
    .sort((a, b) => Number(a.value) - Number(b.value));

/** Whether there are keys to save: chosen ones (null: none) that are neither those that the phone has nor saved already. */
export const keysChanged = (
  kept: readonly string[],
  chosen: readonly string[] | null,
  saved: readonly string[] | null,
): boolean => chosen !== null && chosen.join() !== kept.join() && chosen.join() !== saved?.join();

/** What a setup does to a phone that works: it is asked for first. */
export const takesDown = (setup: PhoneSetup | null, isRegistered: boolean): boolean => setup !== null || isRegistered;
