import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { TrunkNumberForm } from '../entities/trunk.ts';
import { type NumberPlace, normalizeNumber, withoutPunctuation } from './dialable.ts';

const e164Form = /^\+[1-9][0-9]{1,14}$/;

/**
 * How a number is written towards a trunk; abroad the national form has the international prefix. What is no E.164
 * number, such as 112, stays as it is.
 */
export function writtenForTrunk(number: string, form: TrunkNumberForm, place: NumberPlace): string {
  if (!e164Form.test(number) || form === 'e164') return number;
  if (form === 'digits') return number.slice(1);
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  if (parsed?.country === place.country) return parsed.formatNational().replace(/[^0-9]/g, '');
  return `${place.internationalPrefix ?? '00'}${number.slice(1)}`;
}

/**
 * What a number that came in by a trunk may be in E.164 form, the likeliest first: providers write `+4930…`, `004930…`,
 * `4930…`, `030…` or a number of the own area. Empty for what cannot be one.
 */
export function numbersFromTrunk(written: string, form: TrunkNumberForm, place: NumberPlace): readonly string[] {
  const text = withoutPunctuation(written.replace(/;.*$/, ''));
  if (e164Form.test(text)) return [text];
  if (!/^[0-9]{2,20}$/.test(text)) return [];
  const prefix = place.internationalPrefix;
  const withoutPrefix = prefix && text.startsWith(prefix) ? `+${text.slice(prefix.length)}` : null;
  // The prefix for the outside is what people here dial; no provider writes it.
  const asDialled = normalizeNumber(text, { ...place, outsidePrefix: '', shortCodes: {} });
  const asDigits = `+${text}`;
  const all = form === 'digits' ? [asDigits, withoutPrefix, asDialled] : [withoutPrefix, asDialled, asDigits];
  return [...new Set(all.filter((one): one is string => one !== null && e164Form.test(one)))];
}
