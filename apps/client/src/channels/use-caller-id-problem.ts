import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { customCallerIdDebounceMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useMe } from '#live/queries/me.ts';
import { useSettled } from '#platform/use-settled.ts';
import { type CallerIdProblem, callerIdProblem } from './sender/custom-caller-id.ts';

/** The problem of a number that is typed as a phone's caller ID, once the user has stopped typing for half a second. */
export function useCallerIdProblem(typed: string, phone: Phone): CallerIdProblem | null {
  const place = useNumberPlace();
  const me = useMe()?.webUserId;
  const colleagues = useColleagues();
  const settled = useSettled(typed, customCallerIdDebounceMs);
  if (settled !== typed) return null;
  const own = phone.phoneNumbers.map(({ phoneNumber }) => phoneNumber);
  const others = [...colleagues.values()].flatMap(({ id, number }) => (id === me || number === null ? [] : [number]));
  return callerIdProblem(settled, place, own, others);
}
