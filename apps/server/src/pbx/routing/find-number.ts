import {
  emergencyNumberOf,
  type NumberPlace,
  normalizeNumber,
  shortCodeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/numbers/dialable.ts';
import { readFeatureCode, withoutSendKey } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { isSwitchCode, ownCodeOf, switchedBy } from '@sidetone/contract/rules/numbers/switch-codes.ts';
import type { PhoneFeatureChange } from '@sidetone/contract/rules/phones/phone-features.ts';

/** What a dialled string names, before anybody looked whether it exists. */
export type Dialled =
  | { readonly kind: 'echo' }
  /** The messages of the user with that extension, or of the caller. */
  | { readonly kind: 'messages'; readonly extension: string | null }
  /** The voicemail greeting of the channel with that extension, or of the caller's own. */
  | { readonly kind: 'greeting'; readonly extension: string | null }
  /** An announcement of the company is to be said, for which that code was given out. */
  | { readonly kind: 'announcement'; readonly code: string }
  /** A call that rings at that extension, or in any shared channel of the caller's. */
  | { readonly kind: 'pickUp'; readonly extension: string | null }
  /** The caller pauses in the shared channel with that extension, or in all of theirs. */
  | { readonly kind: 'pause'; readonly extension: string | null }
  /** A place where calls are parked: that is asked before any call begins. */
  | { readonly kind: 'park' }
  /** A message is to be left at that extension. */
  | { readonly kind: 'mailbox'; readonly extension: string }
  /** The caller switches the shared channel with that extension, or their only one, by hand. */
  | { readonly kind: 'night'; readonly extension: string | null }
  /** The caller listens to a call of a queue: that of the member with this extension, or the one that they chose before. */
  | { readonly kind: 'supervise'; readonly extension: string | null }
  /** The colleague at that extension, whose phone answers by itself. */
  | { readonly kind: 'intercom'; readonly extension: string }
  /** The paging group with this number. */
  | { readonly kind: 'page'; readonly extension: string }
  /** Something of the caller's own line is switched; `to` as it was dialled, null: where these calls went before. */
  | { readonly kind: 'switch'; readonly change: PhoneFeatureChange }
  /** The caller hears what of their own line is switched. */
  | { readonly kind: 'switches' }
  /** The caller hears who called their own line last. */
  | { readonly kind: 'lastCaller' }
  | { readonly kind: 'emergency'; readonly number: string }
  | { readonly kind: 'extension'; readonly extension: string }
  /** A public number, of this exchange or of the world outside. */
  | { readonly kind: 'number'; readonly e164: string }
  | { readonly kind: 'unknown' };

/**
 * Reads what was dialled as a phone at that place would. Emergency numbers come first: nothing may stand before them, not
 * even an extension of the same digits.
 */
export function findNumber(typed: string, place: NumberPlace): Dialled {
  const dialled = withoutSendKey(withoutPunctuation(typed));
  const emergency = emergencyNumberOf(dialled, place);
  if (emergency !== null) return { kind: 'emergency', number: emergency };
  const code = readFeatureCode(ownCodeOf(dialled));
  if (code) return ofCode(code);
  const short = shortCodeNumber(dialled, place);
  if (short !== null) return { kind: 'number', e164: short };
  if (/^[1-9][0-9]{0,4}$/.test(dialled)) return { kind: 'extension', extension: dialled };
  // A number in full international form may be one of ours whatever the public numbering plan knows of it; whether it may
  // leave by a trunk is another question, and the guard of calls outside answers it.
  const literal = /^\+[1-9][0-9]{3,14}$/.test(dialled) ? dialled : null;
  const e164 = normalizeNumber(dialled, place) ?? literal;
  return e164 ? { kind: 'number', e164 } : { kind: 'unknown' };
}

function ofCode({ name, extension }: NonNullable<ReturnType<typeof readFeatureCode>>): Dialled {
  if (isSwitchCode(name)) return { kind: 'switch', change: changeOf(switchedBy(name), extension) };
  switch (name) {
    case 'echoTest':
      return { kind: 'echo' };
    case 'intercom':
    case 'mailbox':
    case 'page':
      return extension === null ? { kind: 'unknown' } : { kind: name, extension };
    case 'announcement':
      return extension === null ? { kind: 'unknown' } : { kind: name, code: extension };
    case 'lastCaller':
      return { kind: name };
    case 'forwardStatus':
      return { kind: 'switches' };
    case 'park':
      return { kind: 'park' };
    case 'greeting':
    case 'messages':
    case 'night':
    case 'pause':
    case 'pickUp':
    case 'supervise':
      return { kind: name, extension };
  }
}

const changeOf = ({ feature, isOn }: ReturnType<typeof switchedBy>, to: string | null): PhoneFeatureChange =>
  feature === 'doNotDisturb' ? { feature, isOn } : { feature, isOn, to, ringSeconds: null };
