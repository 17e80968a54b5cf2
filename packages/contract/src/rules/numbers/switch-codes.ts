import { type ForwardWhen, forwardWhens } from '../../entities/line-forwarding.ts';
import { type FeatureCode, forwardCodes, forwardStatusCode } from './feature-codes.ts';

/** What a code switches of the caller's own line, as the app does. */
interface Switched {
  readonly feature: 'doNotDisturb' | ForwardWhen;
  readonly isOn: boolean;
}

type SwitchCode = 'dndOn' | 'dndOff' | `${ForwardWhen}On` | `${ForwardWhen}Off`;

const switches: ReadonlyMap<string, Switched> = new Map([
  ['dndOn', { feature: 'doNotDisturb', isOn: true }],
  ['dndOff', { feature: 'doNotDisturb', isOn: false }],
  ...forwardWhens.flatMap((feature): [string, Switched][] => [
    [`${feature}On`, { feature, isOn: true }],
    [`${feature}Off`, { feature, isOn: false }],
  ]),
]);

/** Whether the code with this name switches something of the caller's own line. */
export const isSwitchCode = (name: FeatureCode['name']): name is SwitchCode => switches.has(name);

/** What it switches. */
export function switchedBy(name: SwitchCode): Switched {
  const switched = switches.get(name);
  if (!switched) throw new Error(`no switch: ${name}`);
  return switched;
}

/** The same as mobiles and ISDN phones have it (ETSI ETS 300 738): `*21*number#`, `*21#`, `#21#` or `##21#`, `*#21#`. */
const publicForms = /^(\*#|##|#|\*)(21|61|62|67)(?:\*([^*#]{1,20}|\*97))?#?$/;
const publicOccasions: Readonly<Record<string, ForwardWhen>> = {
  21: 'always',
  61: 'noAnswer',
  62: 'unreachable',
  67: 'busy',
};

/** The code of ours that says the same as one of the public network; anything else as it was dialled. */
export function ownCodeOf(dialled: string): string {
  const [, prefix, digits = '', number = ''] = publicForms.exec(dialled) ?? [];
  const when = publicOccasions[digits];
  if (when === undefined) return dialled;
  if (prefix === '*') return `${forwardCodes[when].on}${number}`;
  if (number !== '') return dialled;
  return prefix === '*#' ? forwardStatusCode : forwardCodes[when].off;
}
