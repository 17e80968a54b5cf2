import { withheldSenders } from '@sidetone/contract/entities/sender.ts';
import type { AdminSipAccount } from '@sidetone/contract/entities/sip-account.ts';

/** A SIP account as its form has it: an optional value is an empty text. */
export interface SipAccountValues {
  userId: string;
  name: string;
  registrar: string;
  username: string;
  password: string;
  authUsername: string;
  outboundProxy: string;
  phoneNumbers: { phoneNumber: string; label: string }[];
  /** `callerIdOfAccount`, `firstCallerId`, or the caller ID of calls. */
  callerId: string;
}

/** Calls show the registrar's number of the account. */
export const callerIdOfAccount = '';
/** Calls show the first number, whichever it will be. */
export const firstCallerId = 'first';

/** The start of the form for this account, or for a new one of a user. */
export function sipAccountValues(account: AdminSipAccount | null, userId: string): SipAccountValues {
  return {
    userId: account?.userId ?? userId,
    name: account?.name ?? '',
    registrar: account?.registrar ?? '',
    username: account?.username ?? '',
    password: '',
    authUsername: account?.authUsername ?? '',
    outboundProxy: account?.outboundProxy ?? '',
    phoneNumbers: account?.phoneNumbers.map(({ phoneNumber, label }) => ({ phoneNumber, label: label ?? '' })) ?? [],
    callerId: account === null ? firstCallerId : (account.callerId ?? callerIdOfAccount),
  };
}

type ReadNumber = (typed: string) => string;

/** The possible caller IDs of an account besides the registrar's: its numbers, and the one that its user typed. */
export function callerIdsOf(
  values: Pick<SipAccountValues, 'phoneNumbers'>,
  account: AdminSipAccount | null,
  readNumber: ReadNumber,
): string[] {
  const typed = values.phoneNumbers.map(({ phoneNumber }) => readNumber(phoneNumber.trim())).filter(Boolean);
  const chosen = account?.callerId ?? null;
  const wasOwn = account?.phoneNumbers.some(({ phoneNumber }) => phoneNumber === chosen) ?? false;
  const isOther = chosen !== null && !wasOwn && !withheldSenders.some((one) => one === chosen);
  return [...new Set([...typed, ...(isOther ? [chosen] : [])])];
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The form as the server reads it. An empty password leaves the present one; numbers without digits are left out. */
export function sipAccountBody(
  values: SipAccountValues,
  account: AdminSipAccount | null,
  readNumber: ReadNumber,
): object {
  const { password, callerId, phoneNumbers, ...fields } = values;
  const shown = [...callerIdsOf(values, account, readNumber), ...withheldSenders];
  return {
    ...fields,
    authUsername: orNull(values.authUsername),
    outboundProxy: orNull(values.outboundProxy),
    phoneNumbers: phoneNumbers
      .filter(({ phoneNumber }) => phoneNumber.trim() !== '')
      .map(({ phoneNumber, label }) => ({ phoneNumber: readNumber(phoneNumber.trim()), label: orNull(label) })),
    ...(callerId === firstCallerId ? {} : { callerId: shown.includes(callerId) ? callerId : null }),
    ...(password === '' && account !== null ? {} : { password }),
  };
}
