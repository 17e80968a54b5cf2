import type { AdminDevice } from '@sidetone/contract/entities/admin-device.ts';
import type { AdminSipAccount } from '@sidetone/contract/entities/sip-account.ts';
import { firmwareOf } from '@sidetone/contract/rules/phones/firmware.ts';

/** The lines on the page of phones: devices that are registered here, and accounts that are registered elsewhere. */
export type PhoneLine =
  | { readonly of: 'device'; readonly id: string; readonly device: AdminDevice }
  | { readonly of: 'account'; readonly id: string; readonly account: AdminSipAccount };

/** Both in one list, by the names of their users; accounts before devices of the same user. */
export function phoneLines(accounts: readonly AdminSipAccount[], devices: readonly AdminDevice[]): PhoneLine[] {
  const lines: PhoneLine[] = [
    ...accounts.map((account) => ({ of: 'account', id: account.id, account }) as const),
    ...devices.map((device) => ({ of: 'device', id: device.id, device }) as const),
  ];
  return lines.sort((a, b) => aboutLine(a).userName.localeCompare(aboutLine(b).userName));
}

/** The common part of both kinds. */
export const aboutLine = (line: PhoneLine): Pick<AdminDevice, 'name' | 'userName' | 'username'> =>
  line.of === 'device' ? line.device : line.account;

/** The version of a phone's firmware: as it is registered, else as it fetched its settings last; null where nothing said it. */
export const firmwareOfDevice = ({
  registrations,
  setup,
}: Pick<AdminDevice, 'registrations' | 'setup'>): string | null =>
  [...registrations.map(({ userAgent }) => userAgent), setup?.userAgent ?? null]
    .map(firmwareOf)
    .find((version) => version !== null) ?? null;

/** The texts by which a line is found: its names, its models, its registrar and its numbers. */
export function textsOf(line: PhoneLine): readonly (string | null)[] {
  const { name, userName, username } = aboutLine(line);
  const more =
    line.of === 'device'
      ? line.device.registrations.map(({ userAgent }) => userAgent)
      : [line.account.registrar, ...line.account.phoneNumbers.map(({ phoneNumber }) => phoneNumber)];
  return [name, userName, username, ...more];
}
