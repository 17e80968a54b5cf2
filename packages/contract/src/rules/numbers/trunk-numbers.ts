import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type TrunkNumberForm, trunkNumberForms } from '../../entities/trunk.ts';
import { emergencyNumberOf, type NumberPlace, normalizeNumber, withoutPunctuation } from './dialable.ts';

const e164Form = /^\+[1-9][0-9]{1,14}$/;

/**
 * How a number is written towards a trunk; abroad the national form has the international prefix, and so has a number of
 * the own country that would be read as another one without. What is no E.164 number, such as 112, stays as it is.
 */
export function writtenForTrunk(number: string, form: TrunkNumberForm, place: NumberPlace): string {
  if (!e164Form.test(number) || form === 'e164') return number;
  if (form === 'digits') return number.slice(1);
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  if (parsed?.country === place.country) {
    const national = parsed.formatNational().replace(/[^0-9]/g, '');
    if (numbersFromTrunk(national, form, place)[0] === number) return national;
  }
  return `${prefixOf(place)}${number.slice(1)}`;
}

/**
 * Whether a trunk that is given this number reads that number and no other, in whatever form it wants numbers: what is
 * written is read back as the place of the trunk would. A number that fails here would be judged as one thing and called
 * as another. What is no E.164 number never comes to a trunk.
 */
export function isCalledAsJudged(number: string, place: NumberPlace): boolean {
  if (!e164Form.test(number)) return !number.startsWith('+');
  if (normalizeNumber(number, { ...place, outsidePrefix: '', shortCodes: {} }) !== number) return false;
  return trunkNumberForms.every(
    (form) => numbersFromTrunk(writtenForTrunk(number, form, place), form, place)[0] === number,
  );
}

/** What is written in place of the plus: what the account says, else what its country has, `00` where that is not one thing. */
function prefixOf({ internationalPrefix, country }: NumberPlace): string {
  if (internationalPrefix) return internationalPrefix;
  if (!isSupportedCountry(country)) return '00';
  // Any number abroad tells: those of the international networks are at home nowhere.
  const written = parsePhoneNumberFromString('+80012345678')?.format('IDD', { fromCountry: country });
  return written?.match(/^([0-9]+) 800/)?.[1] ?? '00';
}

/**
 * What a number that came in by a trunk may be in E.164 form, the likeliest first: providers write `+4930…`, `004930…`,
 * `4930…`, `030…` or a number of the own area. Empty for what cannot be one.
 */
export function numbersFromTrunk(written: string, form: TrunkNumberForm, place: NumberPlace): readonly string[] {
  const text = withoutPunctuation(written.replace(/;.*$/, ''));
  if (e164Form.test(text)) return [text];
  if (!/^[0-9]{2,20}$/.test(text)) return [];
  const prefix = prefixOf(place);
  const withoutPrefix = text.startsWith(prefix) ? `+${text.slice(prefix.length)}` : null;
  // The prefix for the outside is what people here dial; no provider writes it.
  const asDialled = normalizeNumber(text, { ...place, outsidePrefix: '', shortCodes: {} });
  const asDigits = `+${text}`;
  const all = form === 'digits' ? [asDigits, withoutPrefix, asDialled] : [withoutPrefix, asDialled, asDigits];
  return [...new Set(all.filter((one): one is string => one !== null && e164Form.test(one)))];
}

/**
 * A caller by a trunk as lists of callers have them: in E.164 where that can be read. An emergency number, such as
 * 112, has no country code and stays as it is.
 */
export function callerFromTrunk(written: string, form: TrunkNumberForm, place: NumberPlace): string {
  const text = written.replace(/;.*$/, '');
  return emergencyNumberOf(text, place) ?? numbersFromTrunk(text, form, place)[0] ?? written;
}
